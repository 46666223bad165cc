#include "model/gateway/clients/notice_rate_limiter.h"

namespace quarterdeck::gateway {

bool NoticeRateLimiter::admits(const conversation::SessionId& session, UserNotification::Level level,
                               Clock::time_point now)
{
    while (!m_last.empty() && now - m_last.front() >= span)
        m_last.pop_front();
    std::erase_if(m_ofSessions, [&](const auto& one) { return now - one.second.at >= pauseOfSession; });
    const auto told = m_ofSessions.find(session);
    if (m_last.size() >= mostInSpan || (told != m_ofSessions.end() && told->second.level >= level))
        return false;
    m_ofSessions[session] = {now, level};
    m_last.push_back(now);
    return true;
}

} // namespace quarterdeck::gateway
