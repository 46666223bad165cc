#pragma once

#include "model/gateway/otlp/parsed_span.h"

namespace quarterdeck::gateway::otlp {

/// The messages of a model's call, by whichever convention; empty when it tells none.
[[nodiscard]] std::vector<SpanMessage> messagesOf(const ReceivedSpan& span);

/// Appends a message given as `{role, content or parts, tool_calls?, name?}`, unless it is empty.
void addMessage(std::vector<SpanMessage>& messages, const nlohmann::json& told, bool isAnswer);
/// Appends the messages of events of the earlier conventions, one per event.
void addEvents(std::vector<SpanMessage>& messages, const std::vector<ReceivedEvent>& events);

/// "llm.input_messages.0.message.role" and the like as the object that they were made of. A name is a list where its
/// members are numbers.
[[nodiscard]] nlohmann::json unflattened(const nlohmann::json& attributes, const std::string& prefix);
/// The members of what stands for a list, in the order of their numbers.
[[nodiscard]] std::vector<nlohmann::json> listed(const nlohmann::json& object);
/// "[…]" and "{…}" within a text as values; what is neither stays as it is.
[[nodiscard]] nlohmann::json structured(const nlohmann::json& value);
/// A text, or any other value as JSON; nothing for null.
[[nodiscard]] std::string textIn(const nlohmann::json& value);
/// The member of that name; null when there is none.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const std::string& name);

} // namespace quarterdeck::gateway::otlp
