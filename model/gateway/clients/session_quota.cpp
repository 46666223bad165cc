#include "model/gateway/clients/session_quota.h"

#include "model/conversation/utf8.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/outsider_name.h"

#include <QCoreApplication>
#include <QFile>

namespace quarterdeck::gateway {

namespace {

const char* nameOf(ProgramKind kind)
{
    switch (kind) {
    case ProgramKind::AgentScope:
        return "AgentScope";
    case ProgramKind::Mcp:
        return "MCP";
    case ProgramKind::Api:
        return "API";
    case ProgramKind::Traces:
        return "OpenTelemetry";
    case ProgramKind::MetaGpt:
        return "MetaGPT";
    }
    return "";
}

} // namespace

SessionQuota::Maker SessionQuota::maker(ProgramKind kind, std::int64_t process)
{
    return process > 0 ? Maker{process} : Maker{0, kind};
}

std::string SessionQuota::nameOf(const Maker& maker)
{
    QFile file(QStringLiteral("/proc/%1/comm").arg(maker.process));
    const std::string name = maker.process > 0 && file.open(QIODevice::ReadOnly)
        ? QString::fromUtf8(file.readAll()).simplified().toStdString()
        : std::string();
    return name.empty() ? gateway::nameOf(maker.kind) : outsiderName(name);
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

void SessionLimit::take(ProgramKind kind, const Caller& caller, const Done& done) const
{
    const auto count = [kind, quota = quota, done](std::int64_t process) {
        const SessionQuota::Maker maker = SessionQuota::maker(kind, process);
        const auto wait = quota->take(maker);
        done(wait ? std::optional(Exceeded{maker, *wait}) : std::nullopt);
    };
    findProcess ? findProcess(caller, count) : count(caller.process);
}

HttpAnswer tooManySessions(std::chrono::seconds wait)
{
    HttpAnswer refusal = errorAnswer(
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

} // namespace quarterdeck::gateway
