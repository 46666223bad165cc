#include "storage/waiting_writes.h"

#include <utility>

namespace quarterdeck::storage::sqlite {

WaitingWrites::Clock::time_point WaitingWrites::add()
{
    const Clock::time_point now = Clock::now();
    std::function<void()> call;
    {
        const std::scoped_lock lock(m_mutex);
        m_came.insert(m_came.end(), now);
        call = std::exchange(m_call, nullptr);
    }
    if (call)
        call();
    return now;
}

void WaitingWrites::remove(const std::vector<Clock::time_point>& came)
{
    const std::scoped_lock lock(m_mutex);
    for (const Clock::time_point one : came)
        if (const auto known = m_came.find(one); known != m_came.end())
            m_came.erase(known);
}

std::size_t WaitingWrites::count() const
{
    const std::scoped_lock lock(m_mutex);
    return m_came.size();
}

std::optional<WaitingWrites::Clock::time_point> WaitingWrites::oldest() const
{
    const std::scoped_lock lock(m_mutex);
    return m_came.empty() ? std::nullopt : std::optional(*m_came.begin());
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
