#pragma once

#include "otlp/told_span.h"

namespace quarterdeck::gateway::otlp {

/// The messages of a model's call, by whichever convention; empty when it tells none.
[[nodiscard]] std::vector<ToldMessage> messagesOf(const ReceivedSpan& span);

/// "[…]" and "{…}" within a text as values; what is neither stays as it is.
[[nodiscard]] nlohmann::json structured(const nlohmann::json& value);
/// A text, or any other value as JSON; nothing for null.
[[nodiscard]] std::string textIn(const nlohmann::json& value);
/// The member of that name; null when there is none.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const std::string& name);

} // namespace quarterdeck::gateway::otlp
