#pragma once

#include "conversation/ids.h"
#include "gateway/person_notice.h"

#include <chrono>
#include <deque>
#include <map>

namespace quarterdeck::gateway {

/// How often programs may call the person away from other work: each session of theirs, and all together. An error
/// comes through behind what matters less. What is too much is for those who look. Pure; thread: any, one at a time.
class NoticeRate
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds pauseOfSession{10};
    static constexpr std::chrono::seconds span{60};
    static constexpr std::size_t mostInSpan = 10; ///< of all sessions

    /// Whether one of this session may come; if so it counts.
    [[nodiscard]] bool admits(const conversation::SessionId& session, PersonNotice::Level level, Clock::time_point now);

private:
    std::deque<Clock::time_point> m_last; ///< of the last span
    struct Told
    {
        Clock::time_point at;
        PersonNotice::Level level;
    };
    std::map<conversation::SessionId, Told> m_ofSessions;
};

} // namespace quarterdeck::gateway
