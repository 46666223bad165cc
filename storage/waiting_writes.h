#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// The writes that have no answer yet, and since when. Thread: any.
class WaitingWrites
{
public:
    using Clock = std::chrono::steady_clock;

    /// One has come: now.
    Clock::time_point add();
    /// Those that came at these times are answered.
    void remove(const std::vector<Clock::time_point>& came);
    [[nodiscard]] std::size_t count() const;
    /// When the oldest came.
    [[nodiscard]] std::optional<Clock::time_point> oldest() const;
    /// Calls once, as soon as there is one; at once if there is. A single caller: the last one.
    void callWhenAny(std::function<void()> call);

private:
    mutable std::mutex m_mutex;
    std::multiset<Clock::time_point> m_came;
    std::function<void()> m_call;
};

} // namespace quarterdeck::storage::sqlite
