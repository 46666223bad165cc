#pragma once

#include "model/agents/cancel_token.h"
#include "model/agents/one_shot.h"
#include "model/agents/provider/model_connection.h"

#include <QCoroTask>
#include <QElapsedTimer>
#include <QTimer>
#include <cstdint>
#include <deque>
#include <memory>

namespace quarterdeck::team {

/// What was started and used in the last minute, against limits. Pure: the caller supplies the clock (milliseconds from
/// any origin, never backwards).
class RateWindow
{
public:
    explicit RateWindow(ConnectionLimits limits = {}) : m_limits(limits) { }
    void setLimits(ConnectionLimits limits) { m_limits = limits; }
    /// Milliseconds until another call may start; 0 = now.
    [[nodiscard]] std::int64_t waitAt(std::int64_t now);
    void begin(std::int64_t now) { m_begun.push_back(now); }
    /// A call that was admitted did not start.
    void takeBack();
    void spend(std::int64_t now, std::int64_t tokens);

private:
    struct Spent
    {
        std::int64_t time = 0;
        std::int64_t tokens = 0;
    };
    void forget(std::int64_t now);

    ConnectionLimits m_limits;
    std::deque<std::int64_t> m_begun;
    std::deque<Spent> m_spent;
    std::int64_t m_tokens = 0; ///< of m_spent
};

/// Admits the calls of one connection as its limits allow, in the order of their arrival. Shared by all agents. Held by
/// shared_ptr; thread: engine.
class CallRateLimiter
{
public:
    explicit CallRateLimiter(ConnectionLimits limits);
    Q_DISABLE_COPY_MOVE(CallRateLimiter)

    void setLimits(ConnectionLimits limits);
    /// The server wants to be left alone for this long.
    void holdFor(std::int64_t milliseconds);
    /// Tokens of a call that ended.
    void spend(std::int64_t tokens);
    [[nodiscard]] int running() const { return m_running; }

    /// A call that was admitted; the next may start when it is destroyed.
    class CallPermit
    {
    public:
        explicit CallPermit(std::shared_ptr<CallRateLimiter> gate) : m_gate(std::move(gate)) { }
        CallPermit(CallPermit&&) noexcept = default;
        CallPermit& operator=(CallPermit&&) = delete;
        CallPermit(const CallPermit&) = delete;
        CallPermit& operator=(const CallPermit&) = delete;
        ~CallPermit();
        /// No request was sent with it, so it does not count.
        void setUnused() { m_isUsed = false; }

    private:
        std::shared_ptr<CallRateLimiter> m_gate;
        bool m_isUsed = true;
    };
    /// Null if it was cancelled meanwhile.
    [[nodiscard]] static QCoro::Task<std::shared_ptr<CallPermit>> enter(std::shared_ptr<CallRateLimiter> gate,
                                                                        std::shared_ptr<CancelToken> cancel);

private:
    using Waiter = std::shared_ptr<OneShot<bool>>;
    void admit();

    ConnectionLimits m_limits;
    RateWindow m_window;
    QElapsedTimer m_clock;
    std::int64_t m_heldUntil = 0;
    int m_running = 0;
    std::deque<Waiter> m_waiting;
    QTimer m_timer;
};

} // namespace quarterdeck::team
