#include "sqlite/waiting_writes.h"

#include <utility>

namespace quarterdeck::storage::sqlite {

void WaitingWrites::add()
{
    std::function<void()> call;
    {
        const std::scoped_lock lock(m_mutex);
        m_came.push_back(Clock::now());
        call = std::exchange(m_call, nullptr);
    }
    if (call)
        call();
}

void WaitingWrites::remove(std::size_t count)
{
    const std::scoped_lock lock(m_mutex);
    m_came.erase(m_came.begin(), m_came.begin() + static_cast<std::ptrdiff_t>(count));
}

std::size_t WaitingWrites::count() const
{
    const std::scoped_lock lock(m_mutex);
    return m_came.size();
}

std::optional<WaitingWrites::Clock::time_point> WaitingWrites::oldest() const
{
    const std::scoped_lock lock(m_mutex);
    return m_came.empty() ? std::nullopt : std::optional(m_came.front());
}

void WaitingWrites::callWhenAny(std::function<void()> call)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_came.empty()) {
            m_call = std::move(call);
            return;
        }
        m_call = nullptr;
    }
    if (call)
        call();
}

} // namespace quarterdeck::storage::sqlite
