#pragma once

#include "model/conversation/ids.h"
#include "model/gateway/user_notification.h"

#include <chrono>
#include <deque>
#include <map>

namespace quarterdeck::gateway {

/// How often programs may call the person away from other work: limits per session, and for all together. An error gets
/// through after less important notices. Whatever exceeds it is for those who look. Pure; thread: any, one at a time.
class NoticeRateLimiter
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds pauseOfSession{10};
    static constexpr std::chrono::seconds span{60};
    static constexpr std::size_t mostInSpan = 10; ///< of all sessions

    /// Whether a notice of this session may come now; if so it counts.
    [[nodiscard]] bool admits(const conversation::SessionId& session, UserNotification::Level level,
                              Clock::time_point now);

private:
    std::deque<Clock::time_point> m_last; ///< in the last span
    struct Told
    {
        Clock::time_point at;
        UserNotification::Level level;
    };
    std::map<conversation::SessionId, Told> m_ofSessions;
};

} // namespace quarterdeck::gateway
