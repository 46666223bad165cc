#pragma once

#include "model/agents/model_agent/mind.h"

namespace quarterdeck::team {

/// Sums up for the person, with one model call without tools, when the run ends at its budget. Errors: the call's.
QCoro::Task<Result<void>> sumUp(MindPtr mind, AgentContext context);

} // namespace quarterdeck::team
