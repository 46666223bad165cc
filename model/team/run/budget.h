#pragma once

#include "run/team_run.h"

namespace quarterdeck::team {

[[nodiscard]] bool isBudgetReached(const ConversationState& state);

/// Pauses the run and asks the person, once, whether to raise the budget, to let the run end, or to stop the team. The
/// question stands in the log like any other, so it outlives the program.
QCoro::Task<void> pauseForBudget(RunPtr run);

/// Does what the person answered. False when there is no answer that nobody has taken.
QCoro::Task<bool> obeyBudgetAnswer(RunPtr run);

/// The budget was raised in another way.
QCoro::Task<void> withdrawBudgetQuestion(RunPtr run);

} // namespace quarterdeck::team
