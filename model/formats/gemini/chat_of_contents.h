#pragma once

#include <nlohmann/json.hpp>
#include <vector>

/// Gemini's contents in the words of an OpenAI chat, which `ChatSession` reads.
namespace quarterdeck::formats::gemini {

/// A member by either of its names: their REST API writes `inlineData`, their Python library `inline_data`.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const char* camelCase,
                                             const char* snakeCase);
/// The parts of a content, of which one alone may stand without a list. Null when it has none.
[[nodiscard]] nlohmann::json partsOf(const nlohmann::json& content);
/// The messages that say the same as a content: results of tools are messages of their own. What is no content becomes
/// one message that ChatSession refuses with the right reason.
[[nodiscard]] std::vector<nlohmann::json> messagesOf(const nlohmann::json& content);

} // namespace quarterdeck::formats::gemini
