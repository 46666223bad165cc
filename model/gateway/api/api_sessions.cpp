#include "api/api_sessions.h"

#include "api/api_answers.h"
#include "gateway/program_runs.h"
#include "session/identity.h"

#include <QCryptographicHash>
#include <QPointer>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::api {

using session::Result;
using session::Session;
using session::SessionId;

namespace {

/// Two programs that choose the same key do not share a session.
SessionId idFor(const std::string& source, const std::string& key)
{
    if (key.empty())
        return SessionId(session::newId());
    const QByteArray text = QByteArray::fromStdString("session\n" + source + '\n' + key);
    return SessionId(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().left(32).toStdString());
}

HttpAnswer told(const Session& session, std::uint32_t status)
{
    return answerOf(status, {{"id", session.id().str()}, {"last_seq", session.state()->lastSeq().value}});
}

} // namespace

ApiSessions::ApiSessions(session::SessionHub& hub) : m_hub(hub) { }
ApiSessions::~ApiSessions() = default;

void ApiSessions::whenListed(std::function<void()> call)
{
    if (m_hub.isListed())
        return call();
    auto* once = new QObject(this);
    connect(&m_hub, &session::SessionHub::sessionsChanged, once, [this, once, call = std::move(call)] {
        if (!m_hub.isListed())
            return;
        once->disconnect();
        m_hub.disconnect(once);
        once->deleteLater();
        call();
    });
}

const session::SessionSummary* ApiSessions::summary(const SessionId& id) const
{
    const auto found = std::ranges::find(m_hub.summaries(), id, &session::SessionSummary::id);
    const bool isOurs = found != m_hub.summaries().end() && found->kind != conversation::SessionKind::Imported
        && found->source.starts_with(programSource);
    return isOurs ? &*found : nullptr;
}

void ApiSessions::create(NewSession wanted, const std::string& key, const AnswerHttp& answer)
{
    auto& settings = wanted.settings;
    const SessionId id = idFor(settings.source, key);
    if (settings.title.empty())
        settings.title = settings.source;
    settings.source.insert(0, programSource);
    whenListed([this, id, wanted = std::move(wanted), answer] {
        if (summary(id) != nullptr)
            return with(id, answer, [answer](ApiSession& known) { answer(known.asMade()); });
        m_hub.create(id, wanted.settings, wanted.team, [self = QPointer(this), id, answer](const auto& session) {
            if (self.isNull())
                return;
            // Posted twice at once, the second finds what the first made.
            if (!session && self->summary(id) != nullptr)
                return self->with(id, answer, [answer](ApiSession& known) { answer(known.asMade()); });
            answer(session ? told(**session, 201) : refusal(session.error()));
        });
    });
}

ApiSession& ApiSessions::wrap(Session& session)
{
    auto& known = m_sessions[session.id()];
    if (!known || !known->isThere())
        known = std::make_unique<ApiSession>(m_hub, session);
    return *known;
}

void ApiSessions::with(const SessionId& id, const AnswerHttp& answer, std::function<void(ApiSession&)> then)
{
    whenListed([this, id, answer, then = std::move(then)] {
        if (summary(id) == nullptr)
            return answer(notFound("There is no session of this id that a program made here."));
        m_hub.open(id, [self = QPointer(this), answer, then](const Result<Session*>& opened) {
            if (self.isNull())
                return;
            if (!opened)
                return answer(refusal(opened.error()));
            then(self->wrap(**opened));
        });
    });
}

} // namespace quarterdeck::gateway::api
