#pragma once

#include "model/agents/run/team_run.h"

namespace quarterdeck::team {

/// All rounds that were granted are done: the person decides whether there are more.
[[nodiscard]] bool areRoundsDone(const TeamRun& run);
/// From now on the run pauses when this many more are done; 0 = it does not. What to submit, so that the log knows.
[[nodiscard]] conversation::SetRunState grantRounds(TeamRun& run, std::int32_t more);
/// Pauses the run and asks. See RunLimit.
QCoro::Task<void> pauseForRounds(RunPtr run);
/// Does what the person answered; false if there is no untaken answer.
QCoro::Task<bool> obeyRoundsAnswer(RunPtr run);
/// They were granted some other way.
QCoro::Task<void> withdrawRoundsQuestion(RunPtr run);

} // namespace quarterdeck::team
