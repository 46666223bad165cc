#pragma once

#include "run/team_run.h"

namespace quarterdeck::team {

/// Cancels whoever is at work, waits until nobody is, and withdraws open questions; then all are idle. `isNewsDone`:
/// their news counts as done, otherwise they continue with it when the team runs again.
QCoro::Task<void> endWork(RunPtr run, bool isNewsDone);

} // namespace quarterdeck::team
