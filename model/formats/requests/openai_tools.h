#pragma once

#include "model/formats/requests/message_serializer.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

[[nodiscard]] nlohmann::json openAiTools(std::span<const Tool> tools, const ChatConfig& config,
                                         const SerializerFixes& mends);
/// The JSON Schema of an object with these members.
[[nodiscard]] nlohmann::json schemaOf(const std::vector<ToolParameter>& parameters, const SerializerFixes& mends);

} // namespace quarterdeck::formats
