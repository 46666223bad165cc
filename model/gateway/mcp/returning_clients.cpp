#include "model/gateway/mcp/mcp_server.h"
#include "model/gateway/mcp/protocol.h"
#include "model/session/session.h"

#include <QPointer>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// The part of McpServer that recognises a client with a session of MCP per call: its process and its name are those of
/// one that said goodbye. All its calls belong into one session here.

namespace {

/// Of a client; those that left, or can be found again, go first.
constexpr std::size_t mostVisits = 64;
/// No more stored sessions than this are opened for one that connects, and none that was quiet for longer: by then its
/// process may be another one with the same number.
constexpr std::size_t mostStored = 5;
constexpr std::int64_t recentMs = 3'600'000;

} // namespace

/// One that connects, and the stored sessions that may be its own, the next one last.
struct McpServer::Arrival
{
    std::int64_t process = 0;
    ClientInfo info;
    RpcMessage message;
    std::shared_ptr<HttpExchange> exchange;
    std::vector<std::string> stored;
};

bool McpServer::mayComeAgain(const ClientInfo& info) const
{
    for (const auto& [id, client] : m_clients)
        if (client.hasLeft && client.process != 0 && client.info == info)
            return true;
    return !storedClients().empty();
}

/// Those from before a restart that were there lately: name and process are in their logs.
std::vector<std::string> McpServer::storedClients() const
{
    const std::int64_t now = session::decideContextNow().now.msSinceEpoch;
    std::vector<std::string> found;
    for (const session::SessionSummary& one : m_hub.summaries()) { // newest activity first
        const std::string id = McpSessionHandle::idOf(one);
        const auto known = m_clients.find(id);
        const bool isUnknown = known == m_clients.end() || known->second.info.name.empty();
        if (found.size() < mostStored && !id.empty() && isUnknown && now - one.lastActivity.msSinceEpoch < recentMs)
            found.push_back(id);
    }
    std::ranges::reverse(found);
    return found;
}

void McpServer::arrive(std::int64_t process, const ClientInfo& info, const RpcMessage& message,
                       const std::shared_ptr<HttpExchange>& exchange)
{
    const std::string former = formerOf(info, process);
    if (!former.empty() || process == 0)
        return greet(former, info, message, exchange);
    lookFor(std::make_shared<Arrival>(Arrival{process, info, message, exchange, storedClients()}));
}

void McpServer::lookFor(const std::shared_ptr<Arrival>& arrival)
{
    if (arrival->stored.empty())
        return greet(formerOf(arrival->info, arrival->process), arrival->info, arrival->message, arrival->exchange);
    const std::string id = std::move(arrival->stored.back());
    arrival->stored.pop_back();
    Client* client = clientOf(id);
    if (client == nullptr)
        return lookFor(arrival);
    client->session->look({}, [self = QPointer(this), arrival, id](const session::Result<const QuestionStatus*>&) {
        if (self.isNull())
            return;
        const auto found = self->m_clients.find(id);
        if (found != self->m_clients.end()) {
            Client& opened = found->second;
            opened.info = opened.session->client();
            if (opened.process == 0 && opened.session->process() == arrival->process) {
                opened.process = arrival->process;
                opened.hasLeft = true; // or it was cut off by the restart
            }
        }
        self->lookFor(arrival);
    });
}

/// The one that came first; empty = none.
std::string McpServer::formerOf(const ClientInfo& info, std::int64_t process) const
{
    std::string first;
    std::size_t number = 0;
    for (const auto& [id, client] : m_clients)
        if (process != 0 && client.hasLeft && client.process == process && client.info == info
            && (first.empty() || client.number < number)) {
            first = id;
            number = client.number;
        }
    return first;
}

void McpServer::greet(const std::string& former, const ClientInfo& info, const RpcMessage& message,
                      const std::shared_ptr<HttpExchange>& exchange)
{
    const Version version = negotiated(message.params.at("protocolVersion").get_ref<const std::string&>());
    const bool isKnown = m_clients.contains(former);
    if (!isKnown)
        forgetSome();
    const std::string id = isKnown ? former : session::newId();
    const std::string mcpSession = isKnown ? former + "." + session::newId() : id;
    Client& client = isKnown ? m_clients.at(id) : add(id, info);
    if (isKnown) {
        client.comesAgain = true;
        forgetVisits(client);
        see(id, client);
    }
    client.silent.setRemainingTime(m_times.silence);
    addVisit(mcpSession, client, version);
    emit clientSeen(id, info.shownName());
    exchange->answer({200,
                      textOf(resultOf(message.id, mcp::welcome(version))),
                      "application/json",
                      {{"Mcp-Session-Id", mcpSession}}});
}

void McpServer::forgetVisits(Client& client)
{
    const bool areMany = client.visits.size() >= mostVisits;
    std::erase_if(client.visits, [&](const auto& one) {
        return (areMany || m_left.contains(one.first)) && !one.second.connection->isWaiting();
    });
}

/// The part of McpServer that recognises a repeated question. A program that was restarted asks what it had asked
/// before, and nobody waits for the first one any more. It counts as the same question; otherwise the person would see
/// it twice, and the first answer would reach nobody. Likewise if a client asks again what it is asking already: its
/// call has timed out, mostly without telling us. Two calls at once are two questions, though.

using conversation::QuestionId;
using session::Result;

namespace {

/// No more sessions than this are searched.
constexpr std::size_t mostFormer = 50;
/// Without opening a session, nobody knows whether an answer waits in it; so only sessions with activity since then are
/// opened.
constexpr std::int64_t sameQuestionFreshMs = 3'600'000;

} // namespace

/// Searches one session after the other, since some have to be opened.
struct McpServer::Search
{
    std::string client;
    std::string mcpSession;
    nlohmann::json requestId;
    std::string likeness;
    std::vector<std::string> former; ///< clients, the next one last
    std::function<void(const EarlierQuestion&)> done;
};

FindSame McpServer::finderFor(const std::string& mcpSession)
{
    return [this, mcpSession](const PendingQuestion& asked, const auto& done) {
        const std::string id = clientOfSession(mcpSession);
        // The name under which it asks is known once its session is open.
        McpSessionHandle& own = *m_clients.at(id).session;
        own.look({}, [self = QPointer(this), &own, id, mcpSession, asked, done](const Result<const QuestionStatus*>&) {
            if (self.isNull())
                return;
            if (own.hasAsked(*asked.call))
                return done({}); // it was sent again, and finds its own by its key
            self->lookFor(
                std::make_shared<Search>(Search{id, mcpSession, asked.requestId, own.questionFingerprint(*asked.call),
                                                self->formerClients(id, own.asker()), done}));
        });
    };
}

/// The newest last, except the client itself, which follows them.
std::vector<std::string> McpServer::formerClients(const std::string& id, const std::string& asker) const
{
    const std::int64_t now = session::decideContextNow().now.msSinceEpoch;
    const auto mayHaveAsked = [&](const session::SessionSummary& one) {
        const auto isIts = [&](const conversation::OpenQuestion& open) { return open.question.asker.str() == asker; };
        if (std::ranges::any_of(one.openQuestions, isIts))
            return true;
        const session::Session* live = m_hub.live(one.id);
        return live != nullptr ? !live->state()->undeliveredAnswers().empty()
                               : now - one.lastActivity.msSinceEpoch < sameQuestionFreshMs;
    };
    const auto isFree = [&](const std::string& other) {
        const std::string& holder = holderOf(other);
        return holder == id || isGone(holder);
    };
    std::vector<std::string> former;
    for (const session::SessionSummary& one : m_hub.summaries()) {
        const std::string other = McpSessionHandle::idOf(one);
        if (former.size() < mostFormer && !other.empty() && other != id && isFree(other) && mayHaveAsked(one))
            former.push_back(other);
    }
    std::ranges::reverse(former);
    former.push_back(id);
    return former;
}

void McpServer::lookFor(const std::shared_ptr<Search>& search)
{
    if (search->former.empty())
        return search->done({});
    const std::string id = std::move(search->former.back());
    search->former.pop_back();
    Client* client = clientOf(id);
    if (client == nullptr)
        return lookFor(search);
    McpSessionHandle& session = *client->session;
    session.findLike(search->likeness,
                     [self = QPointer(this), search, id, &session](const Result<std::vector<QuestionId>>& found) {
                         if (self.isNull())
                             return;
                         for (const QuestionId& question : found.value_or(std::vector<QuestionId>()))
                             if (self->mayTakeOver(*search, id, question)) {
                                 self->takeOver(search->client, id);
                                 return search->done({&session, question});
                             }
                         self->lookFor(search);
                     });
}

/// Who waits for this client's questions: itself, or its heir.
const std::string& McpServer::holderOf(const std::string& id) const
{
    const std::string* holder = &id;
    for (std::size_t looked = 0; looked <= m_clients.size(); ++looked) {
        const auto found = m_clients.find(*holder);
        if (found == m_clients.end() || found->second.heir.empty())
            break;
        holder = &found->second.heir;
    }
    return *holder;
}

/// Another client that is present and asks the same asks on its own behalf, and so does another call of this client,
/// unless it can have been given up.
bool McpServer::mayTakeOver(const Search& search, const std::string& id, const QuestionId& question) const
{
    for (const auto& [other, client] : m_clients)
        for (const auto& [mcpSession, visit] : client.visits) {
            const bool isAskedBesides = mcpSession == search.mcpSession
                ? visit.connection->hasJustAsked(question, search.requestId, m_times.haste)
                : visit.connection->isWaitingFor(question);
            if (isAskedBesides)
                return false;
        }
    const std::string& holder = holderOf(id);
    return holder == search.client || isGone(holder);
}

void McpServer::takeOver(const std::string& heir, const std::string& id)
{
    if (heir == id)
        return;
    m_clients.at(id).heir = heir;
    m_clients.at(heir).forebear = id;
    m_clients.at(id).session->setPresent(true);
    emit clientSeen(id, {});
    emit clientJoined(heir, id);
}

} // namespace quarterdeck::gateway::mcp
