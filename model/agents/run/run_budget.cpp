#include "model/agents/run/run_budget.h"

#include "model/agents/run/run_limits.h"
#include "model/agents/run/turns.h"
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

using conversation::Usage;

namespace {

/// Calls under way may use up the rest, so wait for their end.
bool isLeftForOthers(const TeamRun& run)
{
    const auto budget = run.state()->budget();
    return budget && run.pledged > 0.0 && run.state()->totalCost() + run.pledged >= *budget;
}

bool isAllowed(const TeamRun& run, const RoleName& role)
{
    if (run.isSummingUp)
        return true;
    return !run.isPaused() && !run.isPaused(role) && !isBudgetReached(*run.state()) && !isLeftForOthers(run);
}

QCoro::Task<void> waitForChange(RunPtr run, std::shared_ptr<CancelToken> cancel)
{
    auto shot = std::make_shared<OneShot<bool>>();
    const auto onChange = run->onChange([shot] { shot->resolve(true); });
    const auto onCancel = cancel->onCancel([shot] { shot->resolve(false); });
    static_cast<void>(co_await valueOf(shot));
}

} // namespace

BudgetReservation::BudgetReservation(RunPtr run, double cost)
    : m_run(std::move(run))
    , m_cost(std::isfinite(cost) ? cost : 0.0)
{
    m_run->pledged += m_cost;
    ++m_run->pledges;
}

BudgetReservation::~BudgetReservation()
{
    m_run->pledged = --m_run->pledges == 0 ? 0.0 : m_run->pledged - m_cost; // no rest by rounding
    m_run->noteChange();
}

RunCallBudget::RunCallBudget(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel)
    : m_run(std::move(run))
    , m_role(std::move(role))
    , m_cancel(std::move(cancel))
{ }

RunCallBudget::~RunCallBudget() { isInVain(); }

bool RunCallBudget::mayBegin(double expectedCost)
{
    if (m_cancel->isCancelled() || !isAllowed(*m_run, m_role))
        return false;
    m_pledge = std::make_shared<BudgetReservation>(m_run, expectedCost);
    return true;
}

namespace {

QCoro::Task<bool> allowedOrRefused(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel,
                                   std::function<void()> refuse)
{
    const bool isAllowed = co_await waitUntilCallsAllowed(run, std::move(role), cancel);
    if (!isAllowed && !cancel->isCancelled())
        refuse();
    co_return isAllowed;
}

} // namespace

QCoro::Task<bool> RunCallBudget::waitForBudget()
{
    // The provider keeps this for as long as it waits.
    return allowedOrRefused(m_run, m_role, m_cancel, [this] { m_isRefused = true; });
}

void RunCallBudget::ended(const std::optional<Usage>& usage, bool hasReply)
{
    m_pledge.reset();
    if (!usage)
        return;
    m_unstored = usage;
    m_pledge = std::make_shared<BudgetReservation>(m_run, usage->cost.value_or(0.0));
    if (!hasReply)
        isInVain();
}

void RunCallBudget::isStored()
{
    m_unstored.reset();
    m_pledge.reset();
}

void RunCallBudget::isInVain()
{
    if (m_unstored && !m_run->isClosed()) {
        conversation::RecordUsage intent{m_role, std::move(*m_unstored)};
        m_run->session()->submit(std::move(intent), [pledge = m_pledge](const conversation::Decision&) {});
    }
    isStored();
}

namespace {

bool isHeld(const TeamRun& run, const RoleName& role, const CancelToken& cancel)
{
    return !cancel.isCancelled() && (run.isPaused() || run.isPaused(role)) && !run.isSummingUp;
}

void setPausedAlone(const RunPtr& run, const RoleName& role, bool isPaused)
{
    const auto found = run->acting.find(role);
    if (found == run->acting.end() || found->second.isPausedAlone == isPaused)
        return;
    found->second.isPausedAlone = isPaused;
    run->noteChange();
}

/// The role's activity, to be reported again later.
conversation::SetRoleActivity doingOf(const TeamRun& run, const RoleName& role)
{
    conversation::SetRoleActivity doing;
    doing.role = role;
    if (const conversation::RoleState* now = run.state()->role(role)) {
        doing.activity = now->activity;
        doing.detail = now->activityDetail;
        doing.hasWork = now->hasWork;
    }
    return doing;
}

/// Shows the person when the last turn has ended.
QCoro::Task<conversation::SetRoleActivity> toldAsPaused(RunPtr run, RoleName role)
{
    conversation::SetRoleActivity before = doingOf(*run, role);
    const bool isAtTurn = before.activity == conversation::RoleActivity::Thinking
        || before.activity == conversation::RoleActivity::Acting;
    if (isAtTurn) {
        conversation::SetRoleActivity paused = before;
        paused.activity = conversation::RoleActivity::Paused;
        co_await submitted(run, conversation::Intent(std::move(paused)));
    }
    co_return before;
}

QCoro::Task<void> toldAsBefore(RunPtr run, conversation::SetRoleActivity before)
{
    if (doingOf(*run, before.role).activity == conversation::RoleActivity::Paused)
        co_await submitted(run, conversation::Intent(std::move(before)));
}

} // namespace

QCoro::Task<bool> waitUntilRunning(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel)
{
    if (!isHeld(*run, role, *cancel))
        co_return !cancel->isCancelled();
    conversation::SetRoleActivity before = co_await toldAsPaused(run, role);
    while (isHeld(*run, role, *cancel)) {
        setPausedAlone(run, role, run->isPaused(role)); // the round goes on without it
        co_await waitForChange(run, cancel);
    }
    setPausedAlone(run, role, false);
    if (!cancel->isCancelled())
        co_await toldAsBefore(run, std::move(before));
    co_return !cancel->isCancelled();
}

QCoro::Task<bool> waitUntilCallsAllowed(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel)
{
    for (;;) {
        const bool isRunning = co_await waitUntilRunning(run, role, cancel);
        if (!isRunning)
            co_return false;
        if (isAllowed(*run, role))
            co_return true;
        if (!isBudgetReached(*run->state())) {
            co_await waitForChange(run, cancel);
            continue;
        }
        if (run->runState() == conversation::RunState::Finished)
            co_return false; // the person let it end
        const std::uint64_t seen = run->version();
        co_await pauseForBudget(run);
        if (run->halted)
            co_return false;
        if (!run->isPaused())
            co_await changeSince(run, seen); // another agent is about to ask
    }
}

} // namespace quarterdeck::team
