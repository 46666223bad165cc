#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace quarterdeck::gateway {

/// How often something happened in the last minute, to the second. Takes a quarter of a kilobyte however often it
/// happens. Seconds have an arbitrary origin, and never go back.
class RateCounter
{
public:
    void add(std::int64_t second, std::uint32_t count = 1)
    {
        moveTo(second);
        m_counts[slotOf(second)] += count;
    }
    [[nodiscard]] std::uint32_t inLastMinute(std::int64_t second)
    {
        moveTo(second);
        return std::accumulate(m_counts.begin(), m_counts.end(), std::uint32_t{0});
    }

private:
    static constexpr std::int64_t seconds = 60;
    static std::size_t slotOf(std::int64_t second) { return static_cast<std::size_t>(second % seconds); }
    /// Forgets what is a minute old.
    void moveTo(std::int64_t second)
    {
        if (second - m_second >= seconds)
            m_counts.fill(0);
        else
            for (; m_second < second; ++m_second)
                m_counts[slotOf(m_second + 1)] = 0;
        if (m_second < second)
            m_second = second;
    }

    std::array<std::uint32_t, seconds> m_counts{};
    std::int64_t m_second = 0;
};

} // namespace quarterdeck::gateway
