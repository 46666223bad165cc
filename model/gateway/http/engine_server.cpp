#include "model/gateway/http/engine_server.h"

#include "model/session/identity.h"
#include "model/session/post.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::socketio {

namespace {

constexpr std::size_t mostSessions = 1024;

/// In engine.io's form.
HttpAnswer refusal(int code, const char* message)
{
    HttpAnswer refused{400, nlohmann::json{{"code", code}, {"message", message}}.dump()};
    refused.reason = message;
    return refused;
}

std::optional<HttpAnswer> refusalOf(std::string_view query)
{
    if (auto refused = refusalOfVersion(query))
        return refused;
    if (queryValue(query, "transport") != "polling")
        return refusal(0, "Transport unknown");
    return std::nullopt;
}

} // namespace

std::optional<HttpAnswer> refusalOfVersion(std::string_view query)
{
    return queryValue(query, "EIO") == "4" ? std::nullopt : std::optional(refusal(5, "Unsupported protocol version"));
}

EngineServer::EngineServer(EngineTimes times) : m_times(times) { }
EngineServer::~EngineServer() = default;

EngineSession& EngineServer::make()
{
    const std::string id = session::newId();
    auto made = std::make_unique<EngineSession>(id, m_times);
    connect(made.get(), &EngineSession::received, this,
            [this, id](const std::string& message) { emit received(id, message); });
    connect(made.get(), &EngineSession::closed, this, [this, id] { forget(id); });
    return *(m_sessions[id] = std::move(made));
}

EngineSession* EngineServer::find(const std::string& id) const
{
    const auto found = m_sessions.find(id);
    return found == m_sessions.end() ? nullptr : found->second.get();
}

/// It may be working just now, so it is deleted later.
void EngineServer::forget(const std::string& id)
{
    const auto found = m_sessions.find(id);
    found->second.release()->deleteLater();
    m_sessions.erase(found);
    emit closed(id);
}

void EngineServer::take(const HttpRequest& request, const std::shared_ptr<HttpExchange>& exchange)
{
    if (const auto refused = refusalOf(request.query))
        return exchange->answer(*refused);
    const std::string id = queryValue(request.query, "sid");
    EngineSession* session = find(id);
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

void EngineServer::hold(EngineSession& session, const std::shared_ptr<HttpExchange>& exchange)
{
    session.hold(exchange);
    exchange->whenGone([this, id = session.id(), exchange] {
        session::post(this, [this, id, exchange] {
            if (EngineSession* there = find(id))
                there->letGo(exchange);
        });
    });
}

void EngineServer::welcome(const std::string& query, const std::shared_ptr<WebSocket>& socket)
{
    const std::string id = queryValue(query, "sid");
    EngineSession* session = find(id);
    const bool isKnown = queryValue(query, "EIO") == "4" && queryValue(query, "transport") == "websocket";
    if (!isKnown || (!id.empty() && session == nullptr) || (id.empty() && m_sessions.size() >= mostSessions))
        return socket->close();
    if (session != nullptr) {
        m_sockets[socket.get()] = id;
        return session->offer(socket);
    }
    EngineSession& made = make();
    m_sockets[socket.get()] = made.id();
    made.begin(socket);
}

void EngineServer::receive(const WebSocket* from, const std::string& text)
{
    const auto found = m_sockets.find(from);
    if (EngineSession* session = found == m_sockets.end() ? nullptr : find(found->second))
        session->receive(from, text);
}

void EngineServer::lose(const WebSocket* socket)
{
    const auto found = m_sockets.find(socket);
    if (found == m_sockets.end())
        return;
    const std::string id = found->second;
    m_sockets.erase(found);
    if (EngineSession* session = find(id))
        session->lose(socket);
}

void EngineServer::send(const std::string& session, std::string message, std::shared_ptr<void> hold)
{
    if (EngineSession* there = find(session))
        there->send(std::move(message), std::move(hold));
}

void EngineServer::close(const std::string& session)
{
    if (EngineSession* there = find(session))
        there->close();
}

void EngineServer::closeAll()
{
    std::vector<std::string> ids;
    for (const auto& [id, session] : m_sessions)
        ids.push_back(id);
    for (const std::string& id : ids)
        close(id);
}

} // namespace quarterdeck::gateway::socketio
