#pragma once

#include <QTimer>
#include <chrono>
#include <functional>

namespace quarterdeck::team {

/// How long a round has been worked on. Pauses, and waiting for the person alone, do not count. Thread: engine.
class RoundClock final
{
    Q_DISABLE_COPY_MOVE(RoundClock)
public:
    using Duration = std::chrono::milliseconds;
    static constexpr Duration usualLongest = std::chrono::minutes(30);

    /// `onOver`: it may be over now. `now`: a monotonic clock; empty = the computer's.
    explicit RoundClock(std::function<void()> onOver, std::function<Duration()> now = {});

    void setLongest(Duration longest);
    [[nodiscard]] Duration longest() const { return m_longest; }
    /// Another round, or the same with as much time again.
    void begin();
    void setWorking(bool isWorking);
    [[nodiscard]] Duration worked() const;
    [[nodiscard]] bool isOver() const { return worked() >= m_longest; }

private:
    void arm();

    std::function<Duration()> m_now;
    Duration m_longest = usualLongest;
    Duration m_before{0}; ///< worked before `m_since`
    Duration m_since{0};
    bool m_isWorking = false;
    QTimer m_timer;
};

} // namespace quarterdeck::team
