#include "programs/notice_rate.h"

namespace quarterdeck::gateway {

bool NoticeRate::admits(const conversation::SessionId& session, Clock::time_point now)
{
    while (!m_last.empty() && now - m_last.front() >= span)
        m_last.pop_front();
    std::erase_if(m_ofSessions, [&](const auto& one) { return now - one.second >= pauseOfSession; });
    if (m_last.size() >= mostInSpan || !m_ofSessions.try_emplace(session, now).second)
        return false;
    m_last.push_back(now);
    return true;
}

} // namespace quarterdeck::gateway
