#pragma once

#include "agent/mind.h"

namespace quarterdeck::team {

/// Tells the person where things stand, by one call of the model without tools, when the run ends at its budget.
/// Errors: what the call says.
QCoro::Task<Result<void>> sumUp(MindPtr mind, AgentContext context);

} // namespace quarterdeck::team
