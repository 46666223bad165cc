#pragma once

#include "otlp/told_span.h"

/// What tools gave back. Each program says it in the role that its server wants: as the tool's, the person's or the
/// system's; as a part of its own or as plain text; with the id of the call or behind it.
namespace quarterdeck::gateway::otlp {

/// Makes what the message says the result of that call; media stay behind it.
void makeResult(ToldMessage& message, std::string callId);

/// Gives results to their tools, who then say nothing else, and each of them the id and the name of its call.
[[nodiscard]] std::vector<ToldMessage> withResults(std::vector<ToldMessage> messages);

} // namespace quarterdeck::gateway::otlp
