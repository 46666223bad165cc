#include "model/gateway/http/socket_io_server.h"

#include "model/formats/json/python_json.h"
#include "model/session/post.h"
#include "model/session/session.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::socketio {

namespace {

constexpr std::size_t mostSessions = 1024;

/// In engine.io's form.
HttpResponse refusal(int code, const char* message)
{
    HttpResponse refused{400, nlohmann::json{{"code", code}, {"message", message}}.dump()};
    refused.reason = message;
    return refused;
}

std::optional<HttpResponse> refusalOf(std::string_view query)
{
    if (auto refused = refusalOfVersion(query))
        return refused;
    if (queryValue(query, "transport") != "polling")
        return refusal(0, "Transport unknown");
    return std::nullopt;
}

} // namespace

std::optional<HttpResponse> refusalOfVersion(std::string_view query)
{
    return queryValue(query, "EIO") == "4" ? std::nullopt : std::optional(refusal(5, "Unsupported protocol version"));
}

EngineIoServer::EngineIoServer(EngineTimes times) : m_times(times) { }
EngineIoServer::~EngineIoServer() = default;

EngineIoClient& EngineIoServer::make()
{
    const std::string id = session::newId();
    auto made = std::make_unique<EngineIoClient>(id, m_times);
    connect(made.get(), &EngineIoClient::received, this,
            [this, id](const std::string& message) { emit received(id, message); });
    connect(made.get(), &EngineIoClient::closed, this, [this, id] { forget(id); });
    return *(m_sessions[id] = std::move(made));
}

EngineIoClient* EngineIoServer::find(const std::string& id) const
{
    const auto found = m_sessions.find(id);
    return found == m_sessions.end() ? nullptr : found->second.get();
}

/// It may be working just now, so it is deleted later.
void EngineIoServer::forget(const std::string& id)
{
    const auto found = m_sessions.find(id);
    found->second.release()->deleteLater();
    m_sessions.erase(found);
    emit closed(id);
}

void EngineIoServer::take(const HttpRequest& request, const std::shared_ptr<HttpExchange>& exchange)
{
    if (const auto refused = refusalOf(request.query))
        return exchange->answer(*refused);
    const std::string id = queryValue(request.query, "sid");
    EngineIoClient* session = find(id);
    if (!id.empty() && session == nullptr)
        return exchange->answer(refusal(1, "Session ID unknown"));
    const bool isPost = request.method == "POST";
    if (session != nullptr)
        return isPost ? session->post(request.body, exchange) : hold(*session, exchange);
    if (isPost)
        return exchange->answer(refusal(2, "Bad handshake method"));
    if (m_sessions.size() >= mostSessions)
        return exchange->answer(refusal(4, "Forbidden"));
    make().begin(exchange);
}

void EngineIoServer::hold(EngineIoClient& session, const std::shared_ptr<HttpExchange>& exchange)
{
    session.hold(exchange);
    exchange->whenGone([this, id = session.id(), exchange] {
        session::post(this, [this, id, exchange] {
            if (EngineIoClient* there = find(id))
                there->letGo(exchange);
        });
    });
}

void EngineIoServer::welcome(const std::string& query, const std::shared_ptr<WebSocket>& socket)
{
    const std::string id = queryValue(query, "sid");
    EngineIoClient* session = find(id);
    const bool isKnown = queryValue(query, "EIO") == "4" && queryValue(query, "transport") == "websocket";
    if (!isKnown || (!id.empty() && session == nullptr) || (id.empty() && m_sessions.size() >= mostSessions))
        return socket->close();
    if (session != nullptr) {
        m_sockets[socket.get()] = id;
        return session->offer(socket);
    }
    EngineIoClient& made = make();
    m_sockets[socket.get()] = made.id();
    made.begin(socket);
}

void EngineIoServer::receive(const WebSocket* from, const std::string& text)
{
    const auto found = m_sockets.find(from);
    if (EngineIoClient* session = found == m_sockets.end() ? nullptr : find(found->second))
        session->receive(from, text);
}

void EngineIoServer::lose(const WebSocket* socket)
{
    const auto found = m_sockets.find(socket);
    if (found == m_sockets.end())
        return;
    const std::string id = found->second;
    m_sockets.erase(found);
    if (EngineIoClient* session = find(id))
        session->lose(socket);
}

void EngineIoServer::send(const std::string& session, std::string message, std::shared_ptr<void> hold)
{
    if (EngineIoClient* there = find(session))
        there->send(std::move(message), std::move(hold));
}

void EngineIoServer::close(const std::string& session)
{
    if (EngineIoClient* there = find(session))
        there->close();
}

void EngineIoServer::closeAll()
{
    std::vector<std::string> ids;
    for (const auto& [id, session] : m_sessions)
        ids.push_back(id);
    for (const std::string& id : ids)
        close(id);
}

using nlohmann::json;

SocketIoServer::SocketIoServer(std::string nameSpace, EngineTimes times)
    : m_nameSpace(std::move(nameSpace))
    , m_engine(times)
{
    connect(&m_engine, &EngineIoServer::received, this, &SocketIoServer::take);
    connect(&m_engine, &EngineIoServer::closed, this, &SocketIoServer::leave);
}

SocketIoServer::~SocketIoServer() = default;

void SocketIoServer::take(const std::string& engine, const std::string& message)
{
    const auto packet = readSocketIoPacket(message);
    if (!packet)
        return m_engine.close(engine);
    const bool isHere = packet->nameSpace == m_nameSpace;
    if (packet->kind == SocketKind::Connect)
        return isHere
            ? join(engine, *packet)
            : answer(engine, {SocketKind::ConnectError, packet->nameSpace, {}, R"({"message":"Invalid namespace"})"});
    if (packet->kind == SocketKind::Disconnect && isHere)
        return leave(engine);
    if (packet->kind == SocketKind::Event && isHere && packet->ackId)
        answer(engine, {SocketKind::Ack, m_nameSpace, packet->ackId, "[]"});
}

void SocketIoServer::join(const std::string& engine, const SocketIoPacket& packet)
{
    if (m_socketOf.contains(engine))
        return m_engine.close(engine); // as socket.io does to who connects twice
    const auto auth = packet.json.empty() ? std::optional(json::object()) : formats::python_json::parse(packet.json);
    if (!auth)
        return m_engine.close(engine);
    const std::string socket = session::newId();
    m_socketOf[engine] = socket;
    m_engineOf[socket] = engine;
    answer(engine, {SocketKind::Connect, m_nameSpace, {}, json{{"sid", socket}}.dump()});
    emit joined(socket, conversation::JsonValue(*auth));
}

void SocketIoServer::leave(const std::string& engine)
{
    const auto found = m_socketOf.find(engine);
    if (found == m_socketOf.end())
        return;
    const std::string socket = found->second;
    m_engineOf.erase(socket);
    m_socketOf.erase(found);
    emit left(socket);
}

void SocketIoServer::emitTo(const std::string& socket, const std::string& event, std::shared_ptr<void> hold)
{
    const auto found = m_engineOf.find(socket);
    if (found != m_engineOf.end())
        answer(found->second, {SocketKind::Event, m_nameSpace, {}, event}, std::move(hold));
}

void SocketIoServer::answer(const std::string& engine, const SocketIoPacket& packet, std::shared_ptr<void> hold)
{
    m_engine.send(engine, textOf(packet), std::move(hold));
}

} // namespace quarterdeck::gateway::socketio
