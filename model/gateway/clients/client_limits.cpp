#include "model/gateway/clients/client_limits.h"

#include "model/conversation/text.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/remote_session.h"

#include <QCoreApplication>
#include <QFile>

namespace quarterdeck::gateway {

namespace {

const char* nameOf(ClientKind kind)
{
    switch (kind) {
    case ClientKind::AgentScope:
        return "AgentScope";
    case ClientKind::Mcp:
        return "MCP";
    case ClientKind::Api:
        return "API";
    case ClientKind::Traces:
        return "OpenTelemetry";
    case ClientKind::MetaGpt:
        return "MetaGPT";
    }
    return "";
}

} // namespace

SessionQuota::Maker SessionQuota::maker(ClientKind kind, std::int64_t process)
{
    return process > 0 ? Maker{process} : Maker{0, kind};
}

std::string SessionQuota::nameOf(const Maker& maker)
{
    QFile file(QStringLiteral("/proc/%1/comm").arg(maker.process));
    const std::string name = maker.process > 0 && file.open(QIODevice::ReadOnly)
        ? QString::fromUtf8(file.readAll()).simplified().toStdString()
        : std::string();
    return name.empty() ? gateway::nameOf(maker.kind) : clientDisplayName(name);
}

std::optional<std::chrono::seconds> SessionQuota::take(const Maker& maker, Clock::time_point now)
{
    for (auto& [other, times] : m_begun)
        while (!times.empty() && now - times.front() >= within)
            times.pop_front();
    std::erase_if(m_begun, [](const auto& one) { return one.second.empty(); });
    std::deque<Clock::time_point>& begun = m_begun[maker];
    if (begun.size() >= most)
        return std::chrono::ceil<std::chrono::seconds>(begun.front() + within - now);
    begun.push_back(now);
    return std::nullopt;
}

void SessionLimit::look(const Caller& caller, const std::function<void(std::int64_t)>& done) const
{
    findProcess ? findProcess(caller, done) : done(caller.process);
}

void SessionLimit::take(ClientKind kind, const Caller& caller, const Done& done,
                        const std::function<bool()>& isBegun) const
{
    const auto count = [kind, quota = quota, done, isBegun](std::int64_t process) {
        if (isBegun && isBegun())
            return done(std::nullopt);
        const SessionQuota::Maker maker = SessionQuota::maker(kind, process);
        const auto wait = quota->take(maker);
        done(wait ? std::optional(Exceeded{maker, *wait}) : std::nullopt);
    };
    look(caller, count);
}

HttpResponse tooManySessions(std::chrono::seconds wait)
{
    static_assert(SessionQuota::most == 256 && SessionQuota::within == std::chrono::minutes(10),
                  "as the sentence says");
    HttpResponse refusal = errorAnswer(
        429,
        QT_TRANSLATE_NOOP("GatewayRefusals", "This program has started more than 256 sessions within ten minutes."));
    refusal.fields = {{"Retry-After", std::to_string(wait.count())}};
    return refusal;
}

std::string gatheringTitle(const SessionQuota::Maker& maker)
{
    return QCoreApplication::translate("Gateway", "Too many from %1")
        .arg(QString::fromStdString(SessionQuota::nameOf(maker)))
        .toStdString();
}

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
