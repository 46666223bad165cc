#pragma once

#include "model/agents/model_agent/agent_state.h"

namespace quarterdeck::team {

/// Sums up for the person, with one model call without tools, when the run ends at its budget. Errors: the call's.
QCoro::Task<Result<void>> summariseHistory(AgentStatePtr mind, AgentContext context);

} // namespace quarterdeck::team
