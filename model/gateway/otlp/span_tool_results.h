#pragma once

#include "model/gateway/otlp/parsed_span.h"

/// The results of tools. Each program puts them into the role that its server wants: the tool's, the person's or the
/// system's; as a part of its own or as plain text; with the call's id or without.
namespace quarterdeck::gateway::otlp {

/// Turns the message's content into the result of that call; media follow it.
void makeResult(SpanMessage& message, std::string callId);

/// Attributes results to their tools, in messages of their own, with the id and name of their calls.
[[nodiscard]] std::vector<SpanMessage> attachToolResults(std::vector<SpanMessage> messages);

} // namespace quarterdeck::gateway::otlp
