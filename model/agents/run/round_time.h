#pragma once

#include "model/agents/run/team_run.h"

namespace quarterdeck::team {

/// Checks the round's clock, and whether it runs at all: call it after each change. If the round takes too long, the
/// run pauses and the person is asked, once, whether to go on for as long again, end, or stop.
QCoro::Task<void> watchRoundTime(RunPtr run);

/// Does what the person answered. False if there is no untaken answer.
QCoro::Task<bool> obeyRoundTimeAnswer(RunPtr run);

} // namespace quarterdeck::team
