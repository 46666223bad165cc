#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

namespace quarterdeck::storage::sqlite {

/// The writes that have no answer yet, and since when. They are answered in the order in which they came. Thread: any.
class WaitingWrites
{
public:
    using Clock = std::chrono::steady_clock;

    void add();
    /// The oldest of them are answered.
    void remove(std::size_t count);
    [[nodiscard]] std::size_t count() const;
    /// When the oldest came.
    [[nodiscard]] std::optional<Clock::time_point> oldest() const;
    /// Calls once, as soon as there is one; at once where there is. One caller: the last one.
    void callWhenAny(std::function<void()> call);

private:
    mutable std::mutex m_mutex;
    std::deque<Clock::time_point> m_came; ///< oldest first
    std::function<void()> m_call;
};

} // namespace quarterdeck::storage::sqlite
