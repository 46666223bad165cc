#include "model/gateway/rest/session_resources.h"

#include "model/conversation/json/event_json.h"
#include "model/conversation/outsiders.h"
#include "model/gateway/remote_session.h"
#include "model/gateway/rest/api_json.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>
#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::api {

using session::Result;
using session::Session;
using session::SessionId;

namespace {

/// This many digits of an id made from a key stand for the key; the others stand for what was requested with it.
constexpr std::size_t keyDigits = 20;
constexpr std::size_t wantedDigits = 12;

bool isOfSameKey(const SessionId& one, const SessionId& other)
{
    return one.str().substr(0, keyDigits) == other.str().substr(0, keyDigits);
}

/// Equal requests yield equal text, however they were written.
std::string wish(const NewSession& wanted)
{
    nlohmann::json team = nlohmann::json::array();
    for (const conversation::Role& role : wanted.team)
        team.push_back(conversation::toJson(role));
    const nlohmann::json settings = conversation::toJson(conversation::Event{{}, {}, 0, wanted.settings});
    return nlohmann::json{{"session", settings}, {"team", team}}.dump(-1, ' ', true,
                                                                      nlohmann::json::error_handler_t::replace);
}

HttpResponse told(const Session& session, std::uint32_t status)
{
    return answerOf(status, {{"id", session.id().str()}, {"last_seq", session.state()->lastSeq().value}});
}

} // namespace

SessionResources::SessionResources(session::SessionHub& hub, const std::string& secret, SessionLimit limit)
    : m_hub(hub)
    , m_secret(QByteArray::fromStdString(secret))
    , m_limit(std::move(limit))
{
    const auto look = [this](Session* session) { findTeam(*session, [](SessionResource*) {}); };
    connect(&hub, &session::SessionHub::opened, this, look);
    for (Session* session : hub.liveSessions())
        look(session);
}
SessionResources::~SessionResources() = default;

SessionId SessionResources::idFor(const NewSession& wanted, const std::string& key) const
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

bool SessionResources::isTaken(const SessionId& id) const
{
    const auto isOther = [&](const SessionId& one) { return one != id && isOfSameKey(one, id); };
    return std::ranges::any_of(m_making, isOther)
        || std::ranges::any_of(m_hub.summaries(), isOther, &session::SessionSummary::id);
}

const session::SessionSummary* SessionResources::summary(const SessionId& id) const
{
    const auto found = std::ranges::find(m_hub.summaries(), id, &session::SessionSummary::id);
    const bool isOurs = found != m_hub.summaries().end() && found->kind != conversation::SessionKind::Imported
        && found->source.starts_with(programSource);
    return isOurs ? &*found : nullptr;
}

bool SessionResources::isAnswered(const SessionId& id, const SendResponse& answer)
{
    if (isTaken(id)) {
        answer(conflict(QT_TRANSLATE_NOOP("GatewayRefusals",
                                          "A different session was already created with this Idempotency-Key.")));
        return true;
    }
    if (summary(id) == nullptr)
        return false;
    with(id, answer, [answer](SessionResource& known) { answer(known.creationResponse()); });
    return true;
}

void SessionResources::create(NewSession wanted, const std::string& key, const Caller& caller,
                              const SendResponse& answer)
{
    const SessionId id = idFor(wanted, key);
    auto& settings = wanted.settings;
    if (settings.title.empty())
        settings.title = settings.source;
    settings.source.insert(0, programSource);
    session::afterSessionsListed(m_hub, *this, [this, id, wanted = std::move(wanted), caller, answer] {
        if (isAnswered(id, answer))
            return;
        const auto counted = [self = QPointer(this), id, wanted, answer](const auto& exceeded) {
            if (self.isNull() || self->isAnswered(id, answer))
                return;
            exceeded ? answer(tooManySessions(exceeded->wait)) : self->make(id, wanted, answer);
        };
        m_limit.take(ClientKind::Api, caller, counted);
    });
}

void SessionResources::make(const SessionId& id, const NewSession& wanted, const SendResponse& answer)
{
    m_making.insert(id);
    m_hub.create(id, wanted.settings, wanted.team, [self = QPointer(this), id, answer](const auto& session) {
        if (self.isNull())
            return;
        self->m_making.erase(self->m_making.find(id));
        // If it is posted twice at the same time, the second request finds what the first made.
        if (!session && self->summary(id) != nullptr)
            return self->with(id, answer, [answer](SessionResource& known) { answer(known.creationResponse()); });
        answer(session ? told(**session, 201) : refusal(session.error()));
    });
}

SessionResource& SessionResources::wrap(Session& session, const std::set<conversation::RoleName>& remote)
{
    auto& known = m_sessions[session.id()];
    if (known && known->isThere())
        return *known;
    known = std::make_unique<SessionResource>(m_hub, session, remote);
    if (remote.empty())
        return *known;
    m_teams.insert(session.id());
    connect(known.get(), &SessionResource::membersChanged, this, [this, &session, remote] {
        emit membersChanged(&session, remote);
        tellWaiting();
    });
    connect(&session, &Session::committed, this, [this](const std::vector<session::Event>& events) {
        if (std::ranges::any_of(events, [](const session::Event& event) {
                return std::holds_alternative<conversation::RunStateChanged>(event.body)
                    || std::holds_alternative<conversation::MailObserved>(event.body);
            }))
            tellWaiting();
    });
    tellWaiting();
    return *known;
}

void SessionResources::findTeam(Session& session, const Found& found)
{
    const auto& state = *session.state();
    if (m_teams.contains(session.id()) && m_sessions[session.id()]->isThere())
        return found(m_sessions[session.id()].get());
    if (session.isImportedSession() || state.kind() != conversation::SessionKind::Team || !state.source().empty())
        return found(nullptr);
    using Events = Result<std::vector<session::Event>>;
    m_hub.library().readEvents(
        session.id(), {0}, 1, m_replies.wrap<Events>([this, id = session.id(), found](const Events& first) {
            const auto* started =
                first && !first->empty() ? std::get_if<conversation::SessionStarted>(&first->front().body) : nullptr;
            const auto remote =
                started == nullptr ? std::set<conversation::RoleName>() : conversation::remoteRoles(*started);
            Session* live = m_hub.live(id);
            found(remote.empty() || live == nullptr ? nullptr : &wrap(*live, remote));
        }));
}

void SessionResources::openTeam(const SessionId& id, const SendResponse& answer,
                                std::function<void(SessionResource&)> then)
{
    const auto nothing = [answer] { answer(noSession()); };
    const auto& all = m_hub.summaries();
    const auto known = std::ranges::find(all, id, &session::SessionSummary::id);
    if (known == all.end() || known->kind != conversation::SessionKind::Team || !known->source.empty())
        return nothing();
    m_hub.open(id, [self = QPointer(this), answer, nothing, then = std::move(then)](const Result<Session*>& opened) {
        if (self.isNull())
            return;
        if (!opened)
            return answer(refusal(opened.error()));
        self->findTeam(**opened,
                       [nothing, then](SessionResource* found) { found == nullptr ? nothing() : then(*found); });
    });
}

HttpResponse SessionResources::openRoles(const conversation::RoleName& role, bool isOver) const
{
    nlohmann::json roles = nlohmann::json::array();
    for (const SessionId& id : m_teams)
        for (nlohmann::json& one : m_sessions.at(id)->openRoles())
            if (role.isEmpty() || one["role"] == role.str())
                roles.push_back(std::move(one));
    return roles.empty() && !isOver ? HttpResponse{0, {}} : answerOf(200, {{"roles", std::move(roles)}});
}

void SessionResources::tellOpenRoles(const conversation::RoleName& role, std::chrono::seconds wait,
                                     const std::shared_ptr<HttpExchange>& exchange)
{
    HttpResponse now = openRoles(role, wait.count() == 0);
    if (now.status != 0)
        return exchange->answer(std::move(now));
    const std::uint64_t number = ++m_last;
    m_waiting[number] = {role, exchange};
    const auto forget = m_replies.wrap<session::Nothing>([this, number](session::Nothing) { m_waiting.erase(number); });
    exchange->whenGone([forget] { forget(session::Nothing{}); });
    QTimer::singleShot(wait, this, [this, number] {
        if (const auto found = m_waiting.extract(number))
            found.mapped().exchange->answer(openRoles(found.mapped().role, true));
    });
}

void SessionResources::tellWaiting()
{
    std::erase_if(m_waiting, [this](const auto& one) {
        HttpResponse now = openRoles(one.second.role, false);
        if (now.status == 0)
            return false;
        one.second.exchange->answer(std::move(now));
        return true;
    });
}

void SessionResources::with(const SessionId& id, const SendResponse& answer, std::function<void(SessionResource&)> then)
{
    session::afterSessionsListed(m_hub, *this, [this, id, answer, then = std::move(then)] {
        if (summary(id) == nullptr)
            return openTeam(id, answer, then);
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
