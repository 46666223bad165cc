#pragma once

#include "model/gateway/otlp/parsed_span.h"

#include <string_view>

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

/// The messages of a model call as libraries with attribute names of their own record them: OpenLLMetry and LiteLLM
/// (one attribute per piece), Vercel's AI SDK, Pydantic AI, Google's ADK, Logfire and LangSmith; and the events of
/// the 1.27 conventions, which hold all messages together. Empty if there are none.
[[nodiscard]] std::vector<SpanMessage> vendorMessages(const ReceivedSpan& span);

/// Whether the attribute with that name only holds such messages.
[[nodiscard]] bool isVendorMessageAttribute(std::string_view name);

} // namespace quarterdeck::gateway::otlp
