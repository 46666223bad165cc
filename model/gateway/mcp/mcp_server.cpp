#include "model/gateway/mcp/mcp_server.h"

#include "model/gateway/http/request_rules.h"
#include "model/gateway/mcp/stateless.h"
#include "model/session/post.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;

namespace {

constexpr std::size_t mostClients = 4096;
constexpr std::size_t mostLeft = 10'000;
constexpr std::string_view sessionField = "mcp-session-id";

HttpResponse refusal(std::uint32_t status, int code, const std::string& why, const json& request = {})
{
    HttpResponse refused{status, textOf(errorOf(request, {code, why}))};
    refused.reason = why;
    return refused;
}

/// Whether the header names that type, or all of its kind; weights are ignored.
bool accepts(const HttpRequest& head, std::string_view type)
{
    const std::string field = lowerCase(std::string(head.field("accept")));
    const std::string kind = std::string(type.substr(0, type.find('/'))) + "/*";
    return field.find(type) != std::string::npos || field.find("*/*") != std::string::npos
        || field.find(kind) != std::string::npos;
}

bool isInitialize(const ParsedBody& body)
{
    return !body.isBatch && body.messages.front().message.kind == RpcMessage::Kind::Request
        && body.messages.front().message.method == "initialize";
}

/// That of the first request: an error that concerns the whole post bears it.
json idIn(const ParsedBody& body) { return body.messages.front().message.id; }

bool beginsSession(const ParsedBody& body)
{
    return std::ranges::any_of(body.messages, [](const ReadMessage& one) { return mcp::beginsSession(one); });
}

std::size_t responsesTo(const ParsedBody& body)
{
    return static_cast<std::size_t>(std::ranges::count_if(body.messages, [](const ReadMessage& one) {
        return one.message.kind == RpcMessage::Kind::Request || one.message.kind == RpcMessage::Kind::Invalid;
    }));
}

} // namespace

bool beginsSession(const ReadMessage& read)
{
    return read.call && *read.call && !std::holds_alternative<CheckAnswer>(**read.call);
}

bool takesJson(const HttpRequest& head) { return head.field("accept").empty() || accepts(head, "application/json"); }

bool takesStream(const HttpRequest& head)
{
    // A client that accepts anything at all may still not expect a stream.
    return lowerCase(std::string(head.field("accept"))).find("text/event-stream") != std::string::npos;
}

McpServer::McpServer(session::SessionHub& hub, Times times, SessionLimit limit)
    : m_hub(hub)
    , m_limit(std::move(limit))
    , m_times(times)
{
    // For those that were running when this program ended without notice.
    session::afterSessionsListed(m_hub, *this, [this] {
        for (const session::SessionSummary& one : m_hub.summaries())
            if (const std::string id = McpSessionHandle::idOf(one);
                !id.empty() && one.runState == conversation::RunState::Running)
                static_cast<void>(clientOf(id));
        tellPresence();
    });
    connect(&m_look, &QTimer::timeout, this, &McpServer::tellPresence);
    m_look.start(m_times.silence / 10);
}
McpServer::~McpServer() = default;

void McpServer::post(const HttpRequest& head, ReadPost body, const std::shared_ptr<HttpExchange>& exchange)
{
    if (!body)
        return exchange->answer(refusal(400, body.error().code, body.error().message));
    if (!takesJson(head) && !takesStream(head))
        return exchange->answer(refusal(
            406, rpc_code::invalidRequest,
            QT_TRANSLATE_NOOP("GatewayRefusals", "The client must accept application/json and text/event-stream."),
            idIn(*body)));
    if (!body->isBatch && isStateless(head, body->messages.front().message)
        && body->messages.front().message.kind != RpcMessage::Kind::Invalid)
        return postStateless(head, std::move(body->messages.front()), exchange);
    if (isInitialize(*body))
        return initialize(head, body->messages.front().message, exchange);
    session::afterSessionsListed(m_hub, *this, [this, head, body = std::move(*body), exchange]() mutable {
        const PendingPost* visit = visitFor(head, exchange, idIn(body));
        if (visit == nullptr)
            return;
        const std::string id = clientOfSession(std::string(head.field(sessionField)));
        if (!beginsSession(body) || m_clients.at(id).session->isBegun())
            return takeAll(std::move(body), head, exchange);
        admit(id, head.caller, exchange,
              [this, shared = std::make_shared<ParsedBody>(std::move(body)), head, exchange] {
                  takeAll(std::move(*shared), head, exchange);
              });
    });
}

/// What is called makes the client's session: unless its process has made too many.
void McpServer::admit(const std::string& id, const Caller& caller, const std::shared_ptr<HttpExchange>& exchange,
                      const std::function<void()>& take)
{
    const auto isBegun = [self = QPointer(this), id] {
        if (self.isNull())
            return true; // nothing begins any more
        const auto client = self->m_clients.find(id);
        return client != self->m_clients.end() && client->second.session->isBegun();
    };
    const auto counted = [self = QPointer(this), take, exchange](const auto& exceeded) {
        if (!self.isNull())
            exceeded ? exchange->answer(tooManySessions(exceeded->wait)) : take();
    };
    m_limit.take(ClientKind::Mcp, caller, counted, isBegun);
}

void McpServer::takeAll(ParsedBody body, const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange)
{
    PendingPost* visit = visitFor(head, exchange, idIn(body));
    if (visit == nullptr)
        return;
    const std::string_view named = head.field("mcp-protocol-version");
    takeAll(*visit, named.empty() ? visit->version : negotiated(named), std::move(body), head, exchange);
}

void McpServer::initialize(const HttpRequest& head, const RpcMessage& message,
                           const std::shared_ptr<HttpExchange>& exchange)
{
    const json wanted = message.params.value("protocolVersion", json());
    if (!wanted.is_string())
        return exchange->answer(refusal(400, rpc_code::invalidParams,
                                        QT_TRANSLATE_NOOP("GatewayRefusals", "\"protocolVersion\" must be a string."),
                                        message.id));
    session::afterSessionsListed(m_hub, *this, [this, head, info = clientIn(message.params), message, exchange] {
        if (!m_limit.findProcess || !mayComeAgain(info))
            return greet({}, info, message, exchange);
        m_limit.findProcess(head.caller, [self = QPointer(this), info, message, exchange](std::int64_t process) {
            if (!self.isNull())
                self->arrive(process, info, message, exchange);
        });
    });
}

void McpServer::takeAll(PendingPost& visit, Version version, ParsedBody body, const HttpRequest& head,
                        const std::shared_ptr<HttpExchange>& exchange)
{
    if (body.isBatch && !hasBatches(version))
        return exchange->answer(refusal(
            400, rpc_code::invalidRequest,
            QT_TRANSLATE_NOOP("GatewayRefusals", "This version of the protocol does not allow batches."), idIn(body)));
    const std::size_t responses = responsesTo(body);
    const RpcMessage& first = body.messages.front().message;
    if (!body.isBatch && first.kind == RpcMessage::Kind::Invalid)
        return exchange->answer(refusal(400, rpc_code::invalidRequest, first.fault, first.id));
    if (responses == 0)
        exchange->answer({202, {}});
    const auto reply = responses == 0
        ? nullptr
        : std::make_shared<Reply>(*this, exchange,
                                  Reply::Form{responses, takesJson(head), takesStream(head), body.isBatch});
    for (ReadMessage& one : body.messages)
        visit.connection->take(std::move(one), version, reply);
}

void McpServer::get(const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange)
{
    const auto point = resumePointIn(head.field("last-event-id"));
    if (!point) {
        HttpResponse none = errorAnswer(405, "There is nothing to listen to here but the rest of an answer.");
        none.fields = {{"Allow", "POST, DELETE"}};
        return exchange->answer(std::move(none));
    }
    if (!accepts(head, "text/event-stream"))
        return exchange->answer(
            errorAnswer(406, QT_TRANSLATE_NOOP("GatewayRefusals", "The client must accept text/event-stream.")));
    session::afterSessionsListed(m_hub, *this, [this, head, exchange, point = *point] {
        PendingPost* visit = visitFor(head, exchange);
        if (visit == nullptr)
            return;
        const auto reply = std::make_shared<Reply>(*this, exchange, Reply::Form{1, false, true, false});
        const std::string_view named = head.field("mcp-protocol-version");
        visit->connection->resume(point, named.empty() ? visit->version : negotiated(named), reply);
    });
}

void McpServer::remove(const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange)
{
    session::afterSessionsListed(m_hub, *this, [this, head, exchange] {
        PendingPost* visit = visitFor(head, exchange);
        if (visit == nullptr)
            return;
        const std::string mcpSession{head.field(sessionField)};
        const std::string id = clientOfSession(mcpSession);
        Client& client = m_clients.at(id);
        visit->connection->leave();
        client.hasLeft = true;
        if (m_left.size() >= mostLeft)
            m_left.clear();
        m_left.insert(mcpSession);
        if (hasLeft(client) && !client.comesAgain) {
            client.session->setPresent(false);
            client.isLost = true;
            client.silent = QDeadlineTimer(0);
            tellPresence();
            emit clientGone(id);
        }
        exchange->answer({200, "{}"});
    });
}

McpServer::Client& McpServer::add(const std::string& id, ClientInfo info)
{
    Client& client = m_clients[id];
    client.info = info;
    client.number = ++m_count;
    client.session = std::make_unique<McpSessionHandle>(m_hub, id, std::move(info));
    connect(client.session.get(), &McpSessionHandle::userNotified, this, &McpServer::userNotified);
    return client;
}

McpServer::PendingPost& McpServer::addVisit(const std::string& mcpSession, Client& client, Version version)
{
    const auto session = [this](const conversation::QuestionId& question) { return sessionOf(question); };
    const std::string id = clientOfSession(mcpSession);
    PendingPost& visit = client.visits[mcpSession];
    visit.version = version;
    visit.connection = std::make_unique<ClientConnection>(
        m_hub, *client.session, ClientConnection::Finders{session, finderFor(mcpSession)}, m_times.beat);
    connect(visit.connection.get(), &ClientConnection::callEnded, this,
            [this, id](bool isLost) { takeCallEnd(id, isLost); });
    connect(visit.connection.get(), &ClientConnection::callFailed, this,
            [this, id](const std::string& why) { emit callFailed(id, why); });
    return visit;
}

McpServer::Client* McpServer::clientOf(const std::string& id)
{
    if (const auto found = m_clients.find(id); found != m_clients.end())
        return &found->second;
    const bool isKept = std::ranges::any_of(
        m_hub.summaries(), [&](const session::SessionSummary& one) { return McpSessionHandle::idOf(one) == id; });
    if (id.empty() || !isKept)
        return nullptr;
    Client& client = add(id, {});
    client.silent = QDeadlineTimer(0);
    return &client;
}

/// One that is unknown is from before a restart, if its client has a stored session.
McpServer::PendingPost* McpServer::visitOf(const std::string& mcpSession)
{
    Client* client = m_left.contains(mcpSession) ? nullptr : clientOf(clientOfSession(mcpSession));
    if (client == nullptr)
        return nullptr;
    if (const auto found = client->visits.find(mcpSession); found != client->visits.end())
        return &found->second;
    return client->session->isKept() ? &addVisit(mcpSession, *client, unnamedVersion) : nullptr;
}

McpServer::PendingPost* McpServer::visitFor(const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange,
                                            const json& request)
{
    const std::string mcpSession{head.field(sessionField)};
    const std::string_view version = head.field("mcp-protocol-version");
    PendingPost* visit = visitOf(mcpSession);
    if (visit != nullptr && (version.empty() || isKnownVersion(version))) {
        const std::string id = clientOfSession(mcpSession);
        see(id, m_clients.at(id));
        return visit;
    }
    if (mcpSession.empty())
        exchange->answer(refusal(400, rpc_code::invalidRequest,
                                 QT_TRANSLATE_NOOP("GatewayRefusals", "The Mcp-Session-Id header is missing."),
                                 request));
    else if (visit == nullptr)
        exchange->answer(
            refusal(404, rpc_code::noSuchSession, "There is no such session; initialize a new one.", request));
    else
        exchange->answer(refusal(400, rpc_code::invalidRequest,
                                 QT_TRANSLATE_NOOP("GatewayRefusals", "This version of the protocol is not supported."),
                                 request));
    return nullptr;
}

/// A question's id begins with that of its session.
McpSessionHandle* McpServer::sessionOf(const conversation::QuestionId& question)
{
    const std::string prefix = question.str().substr(0, question.str().find('-'));
    constexpr std::size_t shortest = 12;
    if (prefix.size() < shortest)
        return nullptr;
    for (const session::SessionSummary& one : m_hub.summaries())
        if (const std::string id = McpSessionHandle::idOf(one); !id.empty() && one.id.str().starts_with(prefix))
            return clientOf(id)->session.get();
    return nullptr;
}

/// Drops clients that connected and never said anything, once there are very many.
void McpServer::forgetSome()
{
    if (m_clients.size() >= mostClients)
        std::erase_if(m_clients, [](const auto& one) {
            const Client& client = one.second;
            return client.silent.hasExpired() && client.heir.empty() && !client.session->isKept();
        });
}

/// The part of McpServer that knows which clients are there.

void McpServer::see(const std::string& id, Client& client)
{
    client.silent.setRemainingTime(m_times.silence);
    client.isLost = false;
    if (const auto heir = m_clients.find(std::exchange(client.heir, {})); heir != m_clients.end()) {
        heir->second.forebear.clear(); // it was not gone
        emit clientLeft(heir->first);
    }
    emit clientSeen(id, {});
    if (!client.forebear.empty())
        emit clientSeen(client.forebear, {});
}

void McpServer::setClientProcess(const std::string& id, std::int64_t process)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end() || std::exchange(found->second.process, process) == process)
        return;
    ++found->second.processes;
    found->second.session->setProcess(process);
}

bool McpServer::dropClient(const std::string& id)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return true;
    found->second.isLost = true;
    found->second.process = 0;
    if (found->second.processes > 1)
        return false;
    found->second.silent = QDeadlineTimer(0);
    tellPresence(); // where a call of it waits, when its connection has ended, too
    return true;
}

void McpServer::takeCallEnd(const std::string& id, bool isLost)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return;
    Client& client = found->second;
    client.isLost = client.isLost || isLost;
    if (!client.isLost)
        client.silent.setRemainingTime(m_times.silence); // it takes the response
    else if (client.silent.hasExpired())
        tellPresence();
}

void McpServer::tellPresence()
{
    for (auto& [id, client] : m_clients)
        if (!isHere(id)) {
            client.session->setPresent(false);
            emit clientGone(id);
        }
}

/// The client itself, or one that continues for it.
bool McpServer::isHere(const std::string& id) const
{
    std::string one = id;
    for (std::size_t looked = 0; looked <= m_clients.size(); ++looked) {
        const auto found = m_clients.find(one);
        if (found == m_clients.end())
            return false;
        if (!found->second.silent.hasExpired() || isWaiting(found->second))
            return true;
        one = found->second.heir;
    }
    return false;
}

/// As far as can be known: it may just have lost its connection. While its process lives it may work for hours between
/// two requests, and its question belongs to nobody else of that name.
bool McpServer::isGone(const std::string& id) const
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return true;
    const Client& client = found->second;
    if (client.hasLeft && !client.comesAgain && hasLeft(client))
        return true;
    const bool isSilent = client.process == 0 && client.silent.hasExpired();
    return (client.isLost || isSilent) && !isWaiting(client);
}

bool McpServer::isWaiting(const Client& client)
{
    return std::ranges::any_of(client.visits, [](const auto& one) { return one.second.connection->isWaiting(); });
}

bool McpServer::hasLeft(const Client& client) const
{
    return std::ranges::all_of(client.visits, [this](const auto& one) { return m_left.contains(one.first); });
}

namespace {

ReadPost readPost(const std::string& text)
{
    auto read = readRpc(text);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    ParsedBody body{{}, read->isBatch};
    for (RpcMessage& message : read->messages)
        body.messages.push_back(withCall(std::move(message)));
    return body;
}

} // namespace

void handleMcpRequest(McpServer& server, HttpRequest request, const std::shared_ptr<HttpExchange>& exchange)
{
    if (request.method == "GET")
        return session::post(&server, [&server, head = std::move(request), exchange] { server.get(head, exchange); });
    if (request.method == "DELETE")
        return session::post(&server,
                             [&server, head = std::move(request), exchange] { server.remove(head, exchange); });
    ReadPost body = readPost(request.body);
    request.body = {};
    request.hold = nullptr;
    session::post(&server, [&server, head = std::move(request), body = std::move(body), exchange]() mutable {
        server.post(head, std::move(body), exchange);
    });
}

} // namespace quarterdeck::gateway::mcp
