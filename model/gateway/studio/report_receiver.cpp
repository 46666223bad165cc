#include "model/gateway/studio/report_receiver.h"

#include "model/gateway/http/packets.h"
#include "model/gateway/http/request_rules.h"
#include "model/session/log_records.h"
#include "model/session/post.h"
#include "model/session/when_listed.h"

#include <QPointer>
#include <utility>

namespace quarterdeck::gateway::metagpt {

using session::Nothing;
using session::Result;

namespace {

constexpr std::string_view sourcePrefix = "metagpt:";
constexpr std::string_view unnamedPrefix = "metagpt:at:";
constexpr std::string_view namedPrefix = "metagpt:named:";
constexpr std::size_t longestRun = 100;
constexpr std::size_t mostSessions = 64;
/// After a pause this long it is another run.
constexpr std::int64_t longPauseMs = std::int64_t{30} * 60 * 1000;

} // namespace

ReportReceiver::ReportReceiver(session::SessionHub& hub, ReportSessionHandle::Times times) : m_hub(hub), m_times(times)
{ }
ReportReceiver::~ReportReceiver() = default;

void ReportReceiver::answer(const HttpRequest& request, SendResponse answer)
{
    auto report = readReport(request.body);
    if (!report)
        return answer(errorAnswer(400, report.error()));
    const std::string run = socketio::queryValue(request.query, "run").substr(0, longestRun);
    session::post(this, [this, run, report = std::move(*report), answer = std::move(answer)] {
        session::afterSessionsListed(m_hub, *this, [this, run, report, answer] { take(run, report, answer); });
    });
}

std::string ReportReceiver::sourceNow()
{
    const std::int64_t now = session::decideContextNow().now.msSinceEpoch;
    // What is still being written does not count as activity.
    if (now - std::exchange(m_lastReport, now) < longPauseMs)
        return m_latest;
    for (const session::SessionSummary& one : m_hub.summaries()) // newest activity first
        if (one.kind == conversation::SessionKind::Remote && one.source.starts_with(unnamedPrefix))
            if (now - one.lastActivity.msSinceEpoch < longPauseMs)
                return m_latest = one.source;
    return m_latest = std::string(unnamedPrefix) + session::newId();
}

ReportSessionHandle& ReportReceiver::session(const std::string& source)
{
    auto known = m_sessions.find(source);
    if (known != m_sessions.end())
        return *known->second;
    if (m_sessions.size() >= mostSessions)
        std::erase_if(m_sessions, [](const auto& one) { return one.second->isIdle(); });
    auto made = std::make_unique<ReportSessionHandle>(m_hub, source, m_times);
    connect(made.get(), &ReportSessionHandle::failed, this,
            [this, id = source.substr(sourcePrefix.size())](const std::string& why) { emit failed(id, why); });
    return *m_sessions.try_emplace(source, std::move(made)).first->second;
}

void ReportReceiver::take(const std::string& run, const Report& report, const SendResponse& answer)
{
    const std::string source = run.empty() ? sourceNow() : std::string(namedPrefix) + run;
    session(source).take(report, [self = QPointer(this), source, answer](const Result<Nothing>& stored) {
        if (stored)
            return answer({200, "{}"});
        if (!self.isNull())
            emit self->failed(source.substr(sourcePrefix.size()), stored.error().sentence);
        const bool isFull = stored.error().code == conversation::ErrorCode::DiskFull;
        answer(errorAnswer(isFull ? 507 : 500, stored.error().sentence));
    });
}

} // namespace quarterdeck::gateway::metagpt
