#pragma once

#include "run/team_run.h"

namespace quarterdeck::team {

/// Cancels who is at work, waits until nobody is, and takes back what is still asked; then all are idle.
/// `isNewsDone`: what they had to do is done with, else they go on with it when the team runs again.
QCoro::Task<void> endWork(RunPtr run, bool isNewsDone);

} // namespace quarterdeck::team
