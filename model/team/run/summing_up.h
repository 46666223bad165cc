#pragma once

#include "run/team_run.h"

namespace quarterdeck::team {

/// Who leads (or the first, where nobody does) tells the person where things stand, while the run is paused and its
/// budget used up. Nobody else may be at work. A stop that the person wants meanwhile ends it; what keeps it from being
/// said makes that role Failed.
QCoro::Task<void> letLeaderSumUp(RunPtr run);

} // namespace quarterdeck::team
