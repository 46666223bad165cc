#pragma once

#include "model/conversation/json_value.h"
#include "model/gateway/http/engine_io_server.h"

#include <QObject>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace quarterdeck::gateway::socketio {

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
