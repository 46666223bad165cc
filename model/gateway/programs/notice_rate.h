#pragma once

#include "conversation/ids.h"

#include <chrono>
#include <deque>
#include <map>

namespace quarterdeck::gateway {

/// How often programs may call the person away from other work: each session of theirs, and all together. What is too
/// much is for those who look. Pure; thread: any, one at a time.
class NoticeRate
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds pauseOfSession{10};
    static constexpr std::chrono::seconds span{60};
    static constexpr std::size_t mostInSpan = 10; ///< of all sessions

    /// Whether one of this session may come; if so it counts.
    [[nodiscard]] bool admits(const conversation::SessionId& session, Clock::time_point now);

private:
    std::deque<Clock::time_point> m_last; ///< of the last span
    std::map<conversation::SessionId, Clock::time_point> m_ofSessions;
};

} // namespace quarterdeck::gateway
