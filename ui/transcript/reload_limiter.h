#pragma once

#include <cstdint>
#include <deque>

namespace quarterdeck::ui::transcript {

/// How often a crashing page may be brought back automatically. Pure.
class ReloadLimiter
{
public:
    static constexpr std::size_t mostReloads = 3;
    static constexpr std::int64_t windowMs = 60'000;

    /// Whether it may be reloaded now; if so this reload is counted. `nowMs`: any monotonic clock.
    [[nodiscard]] bool spend(std::int64_t nowMs)
    {
        if (left(nowMs) == 0)
            return false;
        m_reloads.push_back(nowMs);
        return true;
    }
    /// How often it may be reloaded now.
    [[nodiscard]] std::size_t left(std::int64_t nowMs)
    {
        while (!m_reloads.empty() && nowMs - m_reloads.front() >= windowMs)
            m_reloads.pop_front();
        return mostReloads - m_reloads.size();
    }
    void reset() { m_reloads.clear(); }

private:
    std::deque<std::int64_t> m_reloads;
};

} // namespace quarterdeck::ui::transcript
