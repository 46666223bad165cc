#include "model/agents/run/budget.h"

#include "model/agents/run/ending.h"
#include "model/agents/run/final_summary.h"
#include "model/agents/run/run_limit.h"
#include "model/agents/team_text.h"

#include <QLocale>
#include <cmath>

namespace quarterdeck::team {

namespace {

using conversation::RunState;

/// The next multiple of it that is not used up yet.
double raised(const ConversationState& state)
{
    const double budget = state.budget().value_or(0.0);
    const double step = budget > 0.0 ? budget : 1.0;
    return (std::floor(state.totalCost() / step) + 1.0) * step;
}

conversation::SetRunState usedUp(const TeamRun& run, RunState state)
{
    const conversation::RunCause cause{conversation::RunCauseKind::BudgetUsedUp, run.state()->budget().value_or(0.0)};
    return {state, {}, cause};
}

conversation::SetRunState budgetPaused(const TeamRun& run) { return usedUp(run, RunState::Paused); }

conversation::Question budgetQuestion(const TeamRun& run)
{
    const ConversationState& state = *run.state();
    conversation::Question question;
    question.text = texts::howToGoOn(state.budget().value_or(0.0));
    question.options = {{texts::raiseBudget(raised(state)), texts::raiseBudgetMeans()},
                        {texts::finishRun(), texts::finishRunMeans()},
                        {texts::stopTeam(), texts::stopTeamMeans()},
                        {texts::finishWithSummary(), texts::finishWithSummaryMeans()}};
    return question;
}

/// "$5", "5.50": a budget in the person's own words.
std::optional<double> amountIn(const QuestionEnd& end)
{
    QString words = QString::fromStdString(conversation::answerText(end)).trimmed();
    words.remove(QLatin1Char('$'));
    bool isNumber = false;
    const double amount = QLocale::c().toDouble(words.trimmed(), &isNumber);
    return isNumber && std::isfinite(amount) ? std::optional(amount) : std::nullopt;
}

QCoro::Task<bool> goOnWithBudget(RunPtr run, std::optional<QuestionEnd> ownWords)
{
    const std::optional<double> budget = ownWords ? amountIn(*ownWords) : raised(*run->state());
    if (!budget || (ownWords && *budget <= run->state()->totalCost()))
        co_return false;
    conversation::Intent raise = conversation::SetBudget{*budget};
    co_await submitted(run, std::move(raise));
    co_await setRunState(run, RunState::Running);
    co_return true;
}

/// Whatever is at work ends too, since it would go on to cost money.
QCoro::Task<void> finishOnBudget(RunPtr run)
{
    co_await endWork(run, false);
    run->endedAtMessage = run->state()->messageCount();
    conversation::Intent intent = usedUp(*run, RunState::Finished);
    co_await submitted(run, std::move(intent));
}

/// Sums up in the leader's words, with one more call, at the person's wish.
QCoro::Task<void> summariseHistory(RunPtr run)
{
    co_await endWork(run, false);
    co_await writeFinalSummary(run);
    if (run->runState() == RunState::StopRequested)
        co_return; // the person does not want to wait for it
    co_await finishOnBudget(run);
}

constexpr RunLimit budgetLimit{"budget-",      budgetPaused,   budgetQuestion,
                               goOnWithBudget, finishOnBudget, summariseHistory};

} // namespace

bool isBudgetReached(const ConversationState& state) { return state.budget() && state.totalCost() >= *state.budget(); }

QCoro::Task<void> pauseForBudget(RunPtr run) { return pauseAt(std::move(run), &budgetLimit); }

QCoro::Task<bool> obeyBudgetAnswer(RunPtr run) { return obeyAnswerAt(std::move(run), &budgetLimit); }

QCoro::Task<void> withdrawBudgetQuestion(RunPtr run) { return withdrawQuestionAt(std::move(run), &budgetLimit); }

} // namespace quarterdeck::team
