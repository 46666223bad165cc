#pragma once

#include "model/agents/run/team_run.h"

namespace quarterdeck::team {

/// Cancels whoever is at work, waits until nobody is, and withdraws open questions; then all are idle. `isNewsDone`:
/// their news counts as done, otherwise they continue with it when the team runs again.
QCoro::Task<void> endWork(RunPtr run, bool isNewsDone);

/// Ends whatever is at work, and the run as `finished` says. News counts as done, so that nobody takes it up again
/// after a restart; so does what the person wrote before, which would otherwise set the team going again. What they
/// write from here on does.
QCoro::Task<void> finishWithoutMore(RunPtr run, conversation::SetRunState finished);

} // namespace quarterdeck::team
