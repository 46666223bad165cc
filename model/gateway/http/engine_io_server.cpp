#include "model/gateway/http/engine_io_server.h"

#include "model/session/log_records.h"
#include "model/session/post.h"

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

} // namespace quarterdeck::gateway::socketio
