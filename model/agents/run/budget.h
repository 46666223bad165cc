#pragma once

#include "model/agents/run/team_run.h"

namespace quarterdeck::team {

[[nodiscard]] bool isBudgetReached(const ConversationState& state);

/// Pauses the run and asks the person, once, whether to raise the budget, end the run, or stop the team. The question
/// is in the log like any other, so it outlives the program.
QCoro::Task<void> pauseForBudget(RunPtr run);

/// Does what the person answered. False if there is no untaken answer.
QCoro::Task<bool> obeyBudgetAnswer(RunPtr run);

/// The budget was raised some other way.
QCoro::Task<void> withdrawBudgetQuestion(RunPtr run);

} // namespace quarterdeck::team
