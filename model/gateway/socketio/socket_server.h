#pragma once

#include "conversation/json_value.h"
#include "socketio/engine_server.h"

#include <QObject>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace quarterdeck::gateway::socketio {

/// Socket.IO 5 over Engine.IO 4, for one namespace. Events go out only: what clients emit is acknowledged when they ask
/// for that, and else left alone. Thread: one.
class SocketServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SocketServer)
public:
    /// `nameSpace` begins with "/".
    explicit SocketServer(std::string nameSpace, EngineTimes times = {});
    ~SocketServer() override;

    /// Who takes the requests.
    [[nodiscard]] EngineServer& engine() { return m_engine; }
    /// `event` is a JSON array whose first element is the event's name. `hold` lives until the client's system has
    /// taken it, or nobody can take it any more; events without one are few and small.
    void emitTo(const std::string& socket, const std::string& event, std::shared_ptr<void> hold = {});

signals:
    /// A client is in the namespace, with what it gave to get in. `socket` is its name here.
    void joined(const std::string& socket, const quarterdeck::conversation::JsonValue& auth);
    void left(const std::string& socket);

private:
    void take(const std::string& engine, const std::string& message);
    void join(const std::string& engine, const SocketPacket& packet);
    void leave(const std::string& engine);
    void answer(const std::string& engine, const SocketPacket& packet, std::shared_ptr<void> hold = {});

    std::string m_nameSpace;
    EngineServer m_engine;
    std::map<std::string, std::string> m_socketOf; ///< by its Engine.IO session
    std::map<std::string, std::string> m_engineOf; ///< by socket
};

} // namespace quarterdeck::gateway::socketio
