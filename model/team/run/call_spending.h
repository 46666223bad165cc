#pragma once

#include "run/team_run.h"
#include "team/chat_provider.h"

namespace quarterdeck::team {

/// Money that counts as spent, though the log does not have it yet.
class Pledge
{
public:
    Pledge(RunPtr run, double cost);
    ~Pledge();
    Q_DISABLE_COPY_MOVE(Pledge)

private:
    RunPtr m_run;
    double m_cost;
};

/// What one thought of a member costs, against the budget of its run. A call begins while the run goes on and what is
/// spent, what calls under way are expected to cost, and what came and is not stored yet stay below the budget. What
/// was paid gets into the log whatever becomes of it: with the message that came of it, else by itself. Thread: engine.
class CallSpending final : public CallPayer
{
public:
    CallSpending(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel);
    /// What came and was not stored with a message is recorded by itself.
    ~CallSpending() override;

    [[nodiscard]] bool mayBegin(double expectedCost) override;
    [[nodiscard]] QCoro::Task<bool> untilItMayBegin() override;
    void ended(const std::optional<conversation::Usage>& usage, bool hasReply) override;

    /// The message that came of it, with its usage, is in the log.
    void isStored();
    /// No message comes of the reply.
    void isInVain();
    /// The person let the run end instead.
    [[nodiscard]] bool isRefused() const { return m_isRefused; }

private:
    RunPtr m_run;
    RoleName m_role;
    std::shared_ptr<CancelToken> m_cancel;
    std::shared_ptr<Pledge> m_pledge;
    std::optional<conversation::Usage> m_unstored;
    bool m_isRefused = false;
};

/// Waits until the run is not paused, and says of `role`, which is at work, that it is paused for as long; false when
/// it was cancelled.
QCoro::Task<bool> untilItRuns(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel);

/// Waits until a call may begin. Where the budget is used up the run pauses and the person is asked; false when it was
/// cancelled, or the person let the run end.
QCoro::Task<bool> untilCallsAreAllowed(RunPtr run, RoleName role, std::shared_ptr<CancelToken> cancel);

} // namespace quarterdeck::team
