#include "model/agents/provider/call_rate_limiter.h"

#include <algorithm>
#include <limits>

namespace quarterdeck::team {

namespace {
constexpr std::int64_t minute = 60'000;
} // namespace

void RateWindow::forget(std::int64_t now)
{
    while (!m_begun.empty() && m_begun.front() <= now - minute)
        m_begun.pop_front();
    while (!m_spent.empty() && m_spent.front().time <= now - minute) {
        m_tokens -= m_spent.front().tokens;
        m_spent.pop_front();
    }
}

std::int64_t RateWindow::waitAt(std::int64_t now)
{
    forget(now);
    std::int64_t free = now;
    const auto requests = static_cast<std::size_t>(std::max<std::int64_t>(0, m_limits.requestsPerMinute));
    if (requests > 0 && m_begun.size() >= requests)
        free = std::max(free, m_begun[m_begun.size() - requests] + minute);
    if (m_limits.tokensPerMinute > 0) {
        // Until enough of the spent tokens are a minute old.
        std::int64_t tokens = m_tokens;
        for (const Spent& spent : m_spent) {
            if (tokens < m_limits.tokensPerMinute)
                break;
            tokens -= spent.tokens;
            free = std::max(free, spent.time + minute);
        }
    }
    return free - now;
}

void RateWindow::takeBack()
{
    if (!m_begun.empty())
        m_begun.pop_back();
}

void RateWindow::spend(std::int64_t now, std::int64_t tokens)
{
    forget(now);
    m_spent.push_back({now, tokens});
    m_tokens += tokens;
}

CallRateLimiter::CallRateLimiter(ConnectionLimits limits) : m_limits(limits), m_window(limits)
{
    m_clock.start();
    m_timer.setSingleShot(true);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { admit(); });
}

void CallRateLimiter::setLimits(ConnectionLimits limits)
{
    m_limits = limits;
    m_window.setLimits(limits);
    admit();
}

void CallRateLimiter::holdFor(std::int64_t milliseconds)
{
    m_heldUntil = std::max<std::int64_t>(m_heldUntil, m_clock.elapsed() + std::max<std::int64_t>(0, milliseconds));
}

void CallRateLimiter::spend(std::int64_t tokens) { m_window.spend(m_clock.elapsed(), tokens); }

CallRateLimiter::CallPermit::~CallPermit()
{
    if (!m_gate)
        return;
    --m_gate->m_running;
    if (!m_isUsed)
        m_gate->m_window.takeBack();
    m_gate->admit();
}

void CallRateLimiter::admit()
{
    while (!m_waiting.empty()) {
        if (m_limits.callsAtOnce > 0 && m_running >= m_limits.callsAtOnce)
            return; // the end of one of them comes here again
        const std::int64_t now = m_clock.elapsed();
        const std::int64_t wait = std::max(m_window.waitAt(now), m_heldUntil - now);
        if (wait > 0) {
            m_timer.start(static_cast<int>(std::min<std::int64_t>(wait, std::numeric_limits<int>::max())));
            return;
        }
        const Waiter next = std::move(m_waiting.front());
        m_waiting.pop_front();
        ++m_running;
        m_window.begin(now);
        next->resolve(true); // it goes on within, and may come here again
    }
}

QCoro::Task<std::shared_ptr<CallRateLimiter::CallPermit>> CallRateLimiter::enter(std::shared_ptr<CallRateLimiter> gate,
                                                                                 std::shared_ptr<CancelToken> cancel)
{
    if (cancel->isCancelled())
        co_return std::shared_ptr<CallPermit>();
    auto waiter = std::make_shared<OneShot<bool>>();
    const Callbacks::Registration onCancel = cancel->onCancel([gate, waiter] {
        std::erase(gate->m_waiting, waiter); // it is not there when it was let through already
        waiter->resolve(false);
    });
    gate->m_waiting.push_back(waiter);
    gate->admit();
    const bool isLetThrough = co_await valueOf(waiter);
    co_return isLetThrough ? std::make_shared<CallPermit>(gate) : std::shared_ptr<CallPermit>();
}

} // namespace quarterdeck::team
