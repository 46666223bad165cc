#pragma once

#include "model/agents/model_agent/agent_state.h"

namespace quarterdeck::team {

/// Recalls what the person marked to be kept, and forgets what was unmarked. What precedes the newest part of the
/// memory is read from the log, once. Errors: the log's.
QCoro::Task<Result<void>> loadPinnedTurns(AgentStatePtr mind, AgentContext context);

} // namespace quarterdeck::team
