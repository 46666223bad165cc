#pragma once

#include "model/conversation/message.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

/// Gemini's contents as an OpenAI chat, which `ChatRecordingBuilder` reads.
namespace quarterdeck::formats::gemini {

/// A member by either of its names: their REST API writes `inlineData`, their Python library `inline_data`.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const char* camelCase,
                                             const char* snakeCase);
/// The parts of a content; a single one need not be in a list. Null if it has none.
[[nodiscard]] nlohmann::json partsOf(const nlohmann::json& content);
/// The messages equivalent to a content: results of tools are messages of their own. An invalid content becomes one
/// message that ChatRecordingBuilder refuses with the right reason.
[[nodiscard]] std::vector<nlohmann::json> messagesOf(const nlohmann::json& content);

/// The tokens that a response tells, if any.
[[nodiscard]] std::optional<conversation::Usage> usageOf(const nlohmann::json& response);

} // namespace quarterdeck::formats::gemini
