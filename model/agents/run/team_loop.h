#pragma once

#include "model/agents/run/team_run.h"

namespace quarterdeck::team {

/// Runs the team according to the log until the run closes: rounds while it is running, nothing while it is paused or
/// stopped, private talk after its end.
QCoro::Task<void> runTeam(RunPtr run);

} // namespace quarterdeck::team
