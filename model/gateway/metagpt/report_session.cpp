#include "metagpt/report_session.h"

#include "session/identity.h"
#include "session/when_listed.h"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::metagpt {

using session::Nothing;
using session::Result;
using session::Session;

namespace {

/// That are being written at once; the oldest is stored when there are more.
constexpr std::size_t mostOpen = 64;
/// Reports that come while the session is being opened; further ones are refused.
constexpr std::size_t mostWaiting = 4096;

} // namespace

ReportSession::ReportSession(session::SessionHub& hub, std::string source, Times times)
    : m_hub(hub)
    , m_source(std::move(source))
    , m_times(times)
{
    m_draft.setSingleShot(true);
    m_rest.setSingleShot(true);
    connect(&m_draft, &QTimer::timeout, this, &ReportSession::showDrafts);
    connect(&m_rest, &QTimer::timeout, this, &ReportSession::storeRested);
}
ReportSession::~ReportSession() = default;

void ReportSession::take(const Report& report, const Done& done)
{
    // The person may have deleted it: the program goes on in a new one.
    if (m_session != nullptr && m_hub.live(m_session->id()) != m_session)
        m_session = nullptr;
    if (m_session != nullptr)
        return write(report, done);
    if (m_waiting.size() >= mostWaiting)
        return done(tl::unexpected(session::Error{conversation::ErrorCode::NotAllowed, {}, {}}));
    m_waiting.push_back({report, done});
    if (!std::exchange(m_isOpening, true))
        session::whenListed(m_hub, *this, [this] { open(); });
}

void ReportSession::open()
{
    const auto answer = [self = QPointer(this)](const Result<Session*>& session) {
        if (!self.isNull())
            self->opened(session);
    };
    const auto& all = m_hub.summaries();
    const auto known = std::ranges::find(all, m_source, &session::SessionSummary::source);
    if (known != all.end() && known->kind == conversation::SessionKind::Remote)
        return m_hub.open(known->id, answer);
    conversation::SessionStarted settings;
    settings.kind = conversation::SessionKind::Remote;
    settings.title = QCoreApplication::translate("Gateway", "MetaGPT").toStdString();
    settings.source = m_source;
    settings.routing.leader = {};
    settings.routing.leaderProfile.clear();
    settings.details = conversation::JsonValue(nlohmann::json{{"format", "metagpt_reports"}});
    m_hub.create(std::move(settings), {}, answer);
}

void ReportSession::opened(const Result<Session*>& session)
{
    m_isOpening = false;
    m_session = session.value_or(nullptr);
    for (const Waiting& one : std::exchange(m_waiting, {}))
        session ? write(one.report, one.done) : one.done(tl::unexpected(session.error()));
}

void ReportSession::write(const Report& report, const Done& done)
{
    auto known = m_open.find(report.uuid);
    if (known != m_open.end() && known->second.message.isOver(report)) {
        store(std::move(known->second.message), [](const Result<Nothing>&) {});
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
        ReportedMessage whole = std::move(known->second.message);
        m_open.erase(known);
        return store(std::move(whole), done);
    }
    if (!m_draft.isActive())
        m_draft.start(m_times.draft);
    if (!m_rest.isActive())
        m_rest.start(m_times.rest);
    if (m_open.size() > mostOpen)
        storeRested();
    done(Nothing{});
}

void ReportSession::store(ReportedMessage message, const Done& done)
{
    if (message.isEmpty())
        return done(Nothing{});
    hire(message.role());
    m_session->submit(conversation::RecordMessage{message.message(), {}},
                      [self = QPointer(this), message, done](const session::IntentOutcome& outcome) {
                          if (!self.isNull())
                              self->endDraft(message);
                          outcome.error ? done(tl::unexpected(*outcome.error)) : done(Nothing{});
                      });
}

/// What is recorded by it then is decided after it.
void ReportSession::hire(const std::string& name)
{
    if (m_session->state()->role(conversation::RoleName(name)))
        return;
    conversation::HireRole intent;
    intent.role.name = conversation::RoleName(name);
    m_session->submit(intent);
}

void ReportSession::showDrafts()
{
    for (auto& [uuid, open] : m_open) {
        if (open.isShown || open.message.text().empty())
            continue;
        open.isShown = true;
        hire(open.message.role());
        session::Draft draft;
        draft.id = open.message.id().str();
        draft.role = conversation::RoleName(open.message.role());
        draft.sendTo = {conversation::address::none};
        draft.text = open.message.text();
        m_session->publishDraft(std::move(draft));
    }
}

void ReportSession::endDraft(const ReportedMessage& message)
{
    session::Draft draft;
    draft.id = message.id().str();
    draft.role = conversation::RoleName(message.role());
    draft.isDone = true;
    m_session->publishDraft(std::move(draft));
}

/// Reporters need not say that they are done. Of too many the oldest counts as such.
void ReportSession::storeRested()
{
    const auto now = Clock::now();
    const auto age = [](const auto& one, const auto& other) { return one.second.changed < other.second.changed; };
    while (!m_open.empty()) {
        const auto oldest = std::ranges::min_element(m_open, age);
        if (now - oldest->second.changed < m_times.rest && m_open.size() <= mostOpen)
            break;
        store(std::move(oldest->second.message), [](const Result<Nothing>&) {});
        m_open.erase(oldest);
    }
    if (!m_open.empty())
        m_rest.start(m_times.rest);
}

} // namespace quarterdeck::gateway::metagpt
