#pragma once

#include "model/agents/model_agent/tool_calls.h"

namespace quarterdeck::team {

/// Runs a call of a world outside the conversation, under the role's policy. A change is recorded with its diff before
/// it is made, so a program that ends in between makes it once and asks once. Errors: Cancelled, and what the library
/// refuses.
QCoro::Task<Result<ToolOutput>> runEnvironmentCall(AgentStatePtr mind, AgentContext context, ToolCall call);

} // namespace quarterdeck::team
