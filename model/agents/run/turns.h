#pragma once

#include "model/agents/run/inbox.h"
#include "model/agents/run/team_run.h"

namespace quarterdeck::team {

/// Lets the role's agent act on its news, beside whatever else runs; in the end the log says that it is idle or failed.
void startTurn(RunPtr run, PendingMail news);

/// Cancels whoever is at work, waits until nobody is, and withdraws open questions; then all are idle. `isNewsDone`:
/// their news counts as done, otherwise they continue with it when the team runs again.
QCoro::Task<void> endWork(RunPtr run, bool isNewsDone);

/// Ends whatever is at work, and the run as `finished` says. News counts as done, so that nobody takes it up again
/// after a restart; so does what the person wrote before, which would otherwise set the team going again. What they
/// write from here on does.
QCoro::Task<void> finishWithoutMore(RunPtr run, conversation::SetRunState finished);

/// The leader (or the first member, if there is none) sums up for the person while the run is paused with its budget
/// used up. Nobody else may be at work. If the person stops the run meanwhile, that ends it; if it cannot be said, that
/// role becomes Failed.
QCoro::Task<void> writeFinalSummary(RunPtr run);

} // namespace quarterdeck::team
