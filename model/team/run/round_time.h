#pragma once

#include "run/team_run.h"

namespace quarterdeck::team {

/// Looks at the clock of the round, also whether it runs at all: to be called after each change. Where the round takes
/// too long the run pauses and the person is asked, once, whether it shall go on for as long again, end, or stop.
QCoro::Task<void> watchRoundTime(RunPtr run);

/// Does what the person answered. False when there is no answer that nobody has taken.
QCoro::Task<bool> obeyRoundTimeAnswer(RunPtr run);

} // namespace quarterdeck::team
