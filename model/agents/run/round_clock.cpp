#include "model/agents/run/round_clock.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::team {

namespace {

RoundClock::Duration computerTime()
{
    return std::chrono::duration_cast<RoundClock::Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

} // namespace

RoundClock::RoundClock(std::function<void()> onOver, std::function<Duration()> now)
    : m_now(now ? std::move(now) : computerTime)
{
    m_timer.setSingleShot(true);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this, onOver = std::move(onOver)] {
        // A timer may fire early, by a twentieth of its time.
        if (isOver())
            onOver();
        else
            arm();
    });
}

void RoundClock::setLongest(Duration longest)
{
    m_longest = longest;
    arm();
}

void RoundClock::begin()
{
    m_before = Duration(0);
    m_since = m_now();
    arm();
}

void RoundClock::setWorking(bool isWorking)
{
    if (isWorking == m_isWorking)
        return;
    m_before = worked();
    m_since = m_now();
    m_isWorking = isWorking;
    arm();
}

RoundClock::Duration RoundClock::worked() const { return m_isWorking ? m_before + (m_now() - m_since) : m_before; }

void RoundClock::arm()
{
    m_timer.stop();
    constexpr Duration most = std::chrono::hours(24); // a timer's number is an int
    if (m_isWorking)
        m_timer.start(std::clamp(m_longest - worked() + Duration(1), Duration(1), most));
}

} // namespace quarterdeck::team
