#pragma once

#include "agent/mind.h"

namespace quarterdeck::team {

/// Brings to mind what the person marked to be kept, and nothing of what was let go. What lies before the newest part
/// of the memory is read from the log, once. Errors: of the log.
QCoro::Task<Result<void>> recallKept(MindPtr mind, AgentContext context);

} // namespace quarterdeck::team
