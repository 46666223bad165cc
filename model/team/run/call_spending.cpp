#include "run/call_spending.h"

#include "run/budget.h"

#include <cmath>

namespace quarterdeck::team {

using conversation::Usage;

namespace {

/// Calls under way may use up what is left: their end is waited for.
bool isLeftForOthers(const TeamRun& run)
{
    const auto budget = run.state()->budget();
    return budget && run.pledged > 0.0 && run.state()->totalCost() + run.pledged >= *budget;
}

bool isAllowed(const TeamRun& run)
{
    if (run.isSummingUp)
        return true;
    return !run.isPaused() && !isBudgetReached(*run.state()) && !isLeftForOthers(run);
}

QCoro::Task<void> untilSomethingChanges(RunPtr run, std::shared_ptr<CancelToken> cancel)
{
    auto shot = std::make_shared<OneShot<bool>>();
    const auto onChange = run->onChange([shot] { shot->resolve(true); });
    const auto onCancel = cancel->onCancel([shot] { shot->resolve(false); });
    static_cast<void>(co_await valueOf(shot));
}

} // namespace

Pledge::Pledge(RunPtr run, double cost) : m_run(std::move(run)), m_cost(std::isfinite(cost) ? cost : 0.0)
{
    m_run->pledged += m_cost;
    ++m_run->pledges;
}

Pledge::~Pledge()
{
    m_run->pledged = --m_run->pledges == 0 ? 0.0 : m_run->pledged - m_cost; // no rest by rounding
    m_run->noteChange();
}

CallSpending::CallSpending(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel)
    : m_run(std::move(run))
    , m_role(std::move(role))
    , m_cancel(std::move(cancel))
{ }

CallSpending::~CallSpending() { isInVain(); }

bool CallSpending::mayBegin(double expectedCost)
{
    if (m_cancel->isCancelled() || !isAllowed(*m_run))
        return false;
    m_pledge = std::make_shared<Pledge>(m_run, expectedCost);
    return true;
}

namespace {

QCoro::Task<bool> allowedOrRefused(RunPtr run, std::shared_ptr<CancelToken> cancel, std::function<void()> refuse)
{
    const bool isAllowed = co_await untilCallsAreAllowed(run, cancel);
    if (!isAllowed && !cancel->isCancelled())
        refuse();
    co_return isAllowed;
}

} // namespace

QCoro::Task<bool> CallSpending::untilItMayBegin()
{
    // The provider holds this as long as it waits.
    return allowedOrRefused(m_run, m_cancel, [this] { m_isRefused = true; });
}

void CallSpending::ended(const std::optional<Usage>& usage, bool hasReply)
{
    m_pledge.reset();
    if (!usage)
        return;
    m_unstored = usage;
    m_pledge = std::make_shared<Pledge>(m_run, usage->cost.value_or(0.0));
    if (!hasReply)
        isInVain();
}

void CallSpending::isStored()
{
    m_unstored.reset();
    m_pledge.reset();
}

void CallSpending::isInVain()
{
    if (m_unstored && !m_run->isClosed()) {
        conversation::RecordUsage intent{m_role, std::move(*m_unstored)};
        m_run->session()->submit(std::move(intent), [pledge = m_pledge](const session::IntentOutcome&) {});
    }
    isStored();
}

QCoro::Task<bool> untilItRuns(RunPtr run, std::shared_ptr<CancelToken> cancel)
{
    while (!cancel->isCancelled() && run->isPaused() && !run->isSummingUp)
        co_await untilSomethingChanges(run, cancel);
    co_return !cancel->isCancelled();
}

QCoro::Task<bool> untilCallsAreAllowed(RunPtr run, std::shared_ptr<CancelToken> cancel)
{
    for (;;) {
        const bool isRunning = co_await untilItRuns(run, cancel);
        if (!isRunning)
            co_return false;
        if (isAllowed(*run))
            co_return true;
        if (!isBudgetReached(*run->state())) {
            co_await untilSomethingChanges(run, cancel);
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
