#include "api/api_sessions.h"

#include "api/api_answers.h"
#include "conversation/event_json.h"
#include "gateway/program_runs.h"
#include "session/identity.h"
#include "session/when_listed.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>
#include <QPointer>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::api {

using session::Result;
using session::Session;
using session::SessionId;

namespace {

/// So much of an id that is made of a key tells the key; the rest tells what was wanted with it.
constexpr std::size_t keyDigits = 20;
constexpr std::size_t wantedDigits = 12;

bool isOfSameKey(const SessionId& one, const SessionId& other)
{
    return one.str().substr(0, keyDigits) == other.str().substr(0, keyDigits);
}

/// The same for the same wish, however it was written.
std::string wish(const NewSession& wanted)
{
    nlohmann::json team = nlohmann::json::array();
    for (const conversation::Role& role : wanted.team)
        team.push_back(conversation::toJson(role));
    const nlohmann::json settings = conversation::toJson(conversation::Event{{}, {}, 0, wanted.settings});
    return nlohmann::json{{"session", settings}, {"team", team}}.dump(-1, ' ', true,
                                                                      nlohmann::json::error_handler_t::replace);
}

HttpAnswer told(const Session& session, std::uint32_t status)
{
    return answerOf(status, {{"id", session.id().str()}, {"last_seq", session.state()->lastSeq().value}});
}

} // namespace

ApiSessions::ApiSessions(session::SessionHub& hub, const std::string& secret)
    : m_hub(hub)
    , m_secret(QByteArray::fromStdString(secret))
{ }
ApiSessions::~ApiSessions() = default;

SessionId ApiSessions::idFor(const NewSession& wanted, const std::string& key) const
{
    if (key.empty())
        return SessionId(session::newId());
    const auto digits = [this](const std::string& text, std::size_t count) {
        const QByteArray code =
            QMessageAuthenticationCode::hash(QByteArray::fromStdString(text), m_secret, QCryptographicHash::Sha256);
        return code.toHex().toStdString().substr(0, count);
    };
    // Two programs that choose the same key do not share a session.
    return SessionId(digits("session\n" + wanted.settings.source + '\n' + key, keyDigits)
                     + digits("wish\n" + wish(wanted), wantedDigits));
}

bool ApiSessions::isTaken(const SessionId& id) const
{
    const auto isOther = [&](const SessionId& one) { return one != id && isOfSameKey(one, id); };
    return std::ranges::any_of(m_making, isOther)
        || std::ranges::any_of(m_hub.summaries(), isOther, &session::SessionSummary::id);
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
    const SessionId id = idFor(wanted, key);
    auto& settings = wanted.settings;
    if (settings.title.empty())
        settings.title = settings.source;
    settings.source.insert(0, programSource);
    session::whenListed(m_hub, *this, [this, id, wanted = std::move(wanted), answer] {
        if (isTaken(id))
            return answer(
                conflict(QT_TRANSLATE_NOOP("GatewayRefusals", "Another session was made with this Idempotency-Key.")));
        if (summary(id) != nullptr)
            return with(id, answer, [answer](ApiSession& known) { answer(known.asMade()); });
        make(id, wanted, answer);
    });
}

void ApiSessions::make(const SessionId& id, const NewSession& wanted, const AnswerHttp& answer)
{
    m_making.insert(id);
    m_hub.create(id, wanted.settings, wanted.team, [self = QPointer(this), id, answer](const auto& session) {
        if (self.isNull())
            return;
        self->m_making.erase(self->m_making.find(id));
        // Posted twice at once, the second finds what the first made.
        if (!session && self->summary(id) != nullptr)
            return self->with(id, answer, [answer](ApiSession& known) { answer(known.asMade()); });
        answer(session ? told(**session, 201) : refusal(session.error()));
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
    session::whenListed(m_hub, *this, [this, id, answer, then = std::move(then)] {
        if (summary(id) == nullptr)
            return answer(notFound(
                QT_TRANSLATE_NOOP("GatewayRefusals", "There is no session of this id that a program made here.")));
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
