#pragma once

#include "model/agents/provider/chat_provider.h"
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

/// Money that counts as spent, though it is not in the log yet.
class BudgetReservation
{
public:
    BudgetReservation(RunPtr run, double cost);
    ~BudgetReservation();
    Q_DISABLE_COPY_MOVE(BudgetReservation)

private:
    RunPtr m_run;
    double m_cost;
};

/// What one thought of a member costs, against its run's budget. A call starts while the run goes on and the budget
/// covers what is spent, the expected cost of calls under way, and what has arrived but is not stored yet. Payments
/// always reach the log: with the message that came of it, or on their own. Thread: engine.
class RunCallBudget final : public CallBudget
{
public:
    RunCallBudget(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel);
    /// Records usage that was not stored with a message.
    ~RunCallBudget() override;

    [[nodiscard]] bool mayBegin(double expectedCost) override;
    [[nodiscard]] QCoro::Task<bool> waitForBudget() override;
    void ended(const std::optional<conversation::Usage>& usage, bool hasReply) override;

    /// The message that came of it, with its usage, is in the log.
    void isStored();
    /// No message will come of the reply.
    void isInVain();
    /// The person ended the run instead.
    [[nodiscard]] bool isRefused() const { return m_isRefused; }

private:
    RunPtr m_run;
    RoleName m_role;
    std::shared_ptr<CancelToken> m_cancel;
    std::shared_ptr<BudgetReservation> m_pledge;
    std::optional<conversation::Usage> m_unstored;
    bool m_isRefused = false;
};

/// Waits until the run is not paused, and meanwhile records that `role`, which is at work, is paused; false if it was
/// cancelled.
QCoro::Task<bool> waitUntilRunning(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel);

/// Waits until a call may start. If the budget is used up, the run pauses and the person is asked; false if it was
/// cancelled, or the person ended the run.
QCoro::Task<bool> waitUntilCallsAllowed(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel);

} // namespace quarterdeck::team
