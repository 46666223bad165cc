#pragma once

#include "model/conversation/json_value.h"
#include "model/gateway/http/engine_io_client.h"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace quarterdeck::gateway::socketio {

/// Why a request with this query is refused whatever it wants, even a WebSocket: it speaks another version.
[[nodiscard]] std::optional<HttpResponse> refusalOfVersion(std::string_view query);

/// Engine.IO 4 at one address: its handshakes and sessions. Must outlive the server whose requests it handles. Thread:
/// one; not the server's.
class EngineIoServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EngineIoServer)
public:
    explicit EngineIoServer(EngineTimes times = {});
    ~EngineIoServer() override;

    /// A GET or a POST.
    void take(const HttpRequest& request, const std::shared_ptr<HttpExchange>& exchange);
    /// The query of the GET that became this WebSocket.
    void welcome(const std::string& query, const std::shared_ptr<WebSocket>& socket);
    void receive(const WebSocket* from, const std::string& text);
    void lose(const WebSocket* socket);

    /// `hold` as in `EngineIoClient::send`; released at once if there is no such session.
    void send(const std::string& session, std::string message, std::shared_ptr<void> hold = {});
    void close(const std::string& session);
    void closeAll();

signals:
    void received(const std::string& session, const std::string& message);
    void closed(const std::string& session);

private:
    EngineIoClient& make();
    [[nodiscard]] EngineIoClient* find(const std::string& id) const;
    void hold(EngineIoClient& session, const std::shared_ptr<HttpExchange>& exchange);
    void forget(const std::string& id);

    EngineTimes m_times;
    std::map<std::string, std::unique_ptr<EngineIoClient>> m_sessions;
    std::map<const WebSocket*, std::string> m_sockets; ///< their owners
};

/// Socket.IO 5 over Engine.IO 4, for one namespace. Events only go out: what clients emit is acknowledged if they ask
/// for that, and otherwise ignored. Thread: one.
class SocketIoServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SocketIoServer)
public:
    /// `nameSpace` begins with "/".
    explicit SocketIoServer(std::string nameSpace, EngineTimes times = {});
    ~SocketIoServer() override;

    /// Handles the requests.
    [[nodiscard]] EngineIoServer& engine() { return m_engine; }
    /// `event` is a JSON array that starts with the event's name. `hold` lives until the client's system has taken it,
    /// or nobody can any more; events without one must be few and small.
    void emitTo(const std::string& socket, const std::string& event, std::shared_ptr<void> hold = {});

signals:
    /// A client has joined the namespace, with the data it sent. `socket` is its name here.
    void joined(const std::string& socket, const quarterdeck::conversation::JsonValue& auth);
    void left(const std::string& socket);

private:
    void take(const std::string& engine, const std::string& message);
    void join(const std::string& engine, const SocketIoPacket& packet);
    void leave(const std::string& engine);
    void answer(const std::string& engine, const SocketIoPacket& packet, std::shared_ptr<void> hold = {});

    std::string m_nameSpace;
    EngineIoServer m_engine;
    std::map<std::string, std::string> m_socketOf; ///< by its Engine.IO session
    std::map<std::string, std::string> m_engineOf; ///< by socket
};

} // namespace quarterdeck::gateway::socketio
