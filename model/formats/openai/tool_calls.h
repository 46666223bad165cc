#pragma once

#include "conversation/message.h"
#include "formats/read_limits.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace quarterdeck::formats {

/// `tool_calls`, or the older `function_call`, of an assistant's message; nothing when they are of a wrong shape.
[[nodiscard]] std::optional<std::vector<conversation::ToolUseBlock>> readToolCalls(const nlohmann::json& message,
                                                                                   const ReadLimits& limits);
/// A call whose arguments are a model's own text: kept as written where they are no JSON or do not give the same text
/// again.
[[nodiscard]] conversation::ToolUseBlock toolUseOf(std::string id, std::string name, const std::string& arguments,
                                                   const ReadLimits& limits = {});
/// Whether a message calls tools.
[[nodiscard]] bool hasToolCalls(const nlohmann::json& message);

} // namespace quarterdeck::formats
