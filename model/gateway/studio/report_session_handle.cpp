#include "model/gateway/studio/report_session_handle.h"

#include "model/gateway/remote_session.h"
#include "model/session/log_records.h"

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QPointer>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::metagpt {

using session::Nothing;
using session::Result;
using session::Session;

namespace {

/// Reports being written at once; beyond that, the oldest is stored.
constexpr std::size_t mostReports = 64;
/// Reports that arrive while the session is being opened; further ones are refused.
constexpr std::size_t mostWaiting = 4096;

Q_LOGGING_CATEGORY(logReports, "quarterdeck.gateway.metagpt")

void endDraft(Session& session, const ReportedMessage& message)
{
    session::StreamingMessage draft;
    draft.id = message.id().str();
    draft.role = conversation::RoleName(message.role());
    draft.isDone = true;
    session.updateStreamingMessage(std::move(draft));
}

} // namespace

ReportSessionHandle::ReportSessionHandle(session::SessionHub& hub, std::string source, Times times)
    : m_hub(hub)
    , m_source(std::move(source))
    , m_times(times)
{
    m_draft.setSingleShot(true);
    m_rest.setSingleShot(true);
    connect(&m_draft, &QTimer::timeout, this, &ReportSessionHandle::showDrafts);
    connect(&m_rest, &QTimer::timeout, this, &ReportSessionHandle::storeRested);
}

ReportSessionHandle::~ReportSessionHandle()
{
    forgetIfDeleted();
    for (const auto& [uuid, open] : m_open)
        storeUnasked(open.message);
}

/// Deleted by the person: what was being written goes with it, and the program continues in a new one.
void ReportSessionHandle::forgetIfDeleted()
{
    if (m_session == nullptr || m_hub.live(m_session->id()) == m_session)
        return;
    m_session = nullptr;
    m_open.clear();
    m_draft.stop();
    m_rest.stop();
}

void ReportSessionHandle::take(const Report& report, const Done& done)
{
    forgetIfDeleted();
    if (m_session != nullptr)
        return write(report, done);
    if (m_waiting.size() >= mostWaiting)
        return done(tl::unexpected(session::Error{conversation::ErrorCode::NotAllowed, {}, {}}));
    m_waiting.push_back({report, done});
    if (!std::exchange(m_isOpening, true))
        openRemote(m_hub,
                   {m_source, QCoreApplication::translate("Gateway", "MetaGPT").toStdString(),
                    conversation::JsonValue(nlohmann::json{{"format", "metagpt_reports"}})},
                   *this, &ReportSessionHandle::opened);
}

void ReportSessionHandle::opened(const Result<Session*>& session)
{
    m_isOpening = false;
    m_session = session.value_or(nullptr);
    for (const Waiting& one : std::exchange(m_waiting, {}))
        session ? write(one.report, one.done) : one.done(tl::unexpected(session.error()));
}

void ReportSessionHandle::write(const Report& report, const Done& done)
{
    auto known = m_open.find(report.uuid);
    if (known != m_open.end() && known->second.message.isOver(report)) {
        storeUnasked(known->second.message);
        m_open.erase(known);
        known = m_open.end();
    }
    if (known == m_open.end()) {
        const conversation::DecideContext context = session::decideContextNow();
        known = m_open
                    .try_emplace(report.uuid,
                                 Open{{report, conversation::MessageId(session::newId()), context.now}, {}, false})
                    .first;
    } else {
        known->second.message.add(report);
    }
    known->second.changed = Clock::now();
    known->second.isShown = false;
    if (known->second.message.isEndedBy(report)) {
        const ReportedMessage whole = std::move(known->second.message);
        m_open.erase(known);
        return store(whole, done);
    }
    if (!m_draft.isActive())
        m_draft.start(m_times.draft);
    if (!m_rest.isActive())
        m_rest.start(m_times.rest);
    if (m_open.size() > mostReports)
        storeRested();
    done(Nothing{});
}

void ReportSessionHandle::store(const ReportedMessage& message, const Done& done)
{
    if (message.isEmpty())
        return done(Nothing{});
    hire(message.role());
    m_session->submit(conversation::RecordMessage{message.message(), {}},
                      [session = m_session, message, done](const session::IntentOutcome& outcome) {
                          endDraft(*session, message);
                          outcome.error ? done(tl::unexpected(*outcome.error)) : done(Nothing{});
                      });
}

/// Nobody waits for the result.
void ReportSessionHandle::storeUnasked(const ReportedMessage& message)
{
    store(message, [self = QPointer(this)](const Result<Nothing>& stored) {
        if (stored)
            return;
        qCWarning(logReports).noquote() << "not stored:" << QString::fromStdString(stored.error().sentence);
        if (!self.isNull())
            emit self->failed(stored.error().sentence);
    });
}

/// Whatever is recorded in its name then is decided afterwards.
void ReportSessionHandle::hire(const std::string& name)
{
    if (m_session->state()->role(conversation::RoleName(name)))
        return;
    conversation::HireRole intent;
    intent.role.name = conversation::RoleName(name);
    m_session->submit(intent);
}

void ReportSessionHandle::showDrafts()
{
    forgetIfDeleted();
    for (auto& [uuid, open] : m_open) {
        if (open.isShown || open.message.text().empty())
            continue;
        open.isShown = true;
        hire(open.message.role());
        session::StreamingMessage draft;
        draft.id = open.message.id().str();
        draft.role = conversation::RoleName(open.message.role());
        draft.sendTo = {conversation::address::none};
        draft.text = open.message.text();
        m_session->updateStreamingMessage(std::move(draft));
    }
}

/// Reporters need not say when they are done. If there are too many, the oldest counts as done.
void ReportSessionHandle::storeRested()
{
    forgetIfDeleted();
    const auto now = Clock::now();
    const auto age = [](const auto& one, const auto& other) { return one.second.changed < other.second.changed; };
    while (!m_open.empty()) {
        const auto oldest = std::ranges::min_element(m_open, age);
        if (now - oldest->second.changed < m_times.rest && m_open.size() <= mostReports)
            break;
        storeUnasked(oldest->second.message);
        m_open.erase(oldest);
    }
    if (!m_open.empty())
        m_rest.start(m_times.rest);
}

} // namespace quarterdeck::gateway::metagpt
