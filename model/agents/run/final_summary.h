#pragma once

#include "model/agents/run/team_run.h"

namespace quarterdeck::team {

/// The leader (or the first member, if there is none) sums up for the person while the run is paused with its budget
/// used up. Nobody else may be at work. If the person stops the run meanwhile, that ends it; if it cannot be said, that
/// role becomes Failed.
QCoro::Task<void> writeFinalSummary(RunPtr run);

} // namespace quarterdeck::team
