#include "model/gateway/http/socket_io_server.h"

#include "model/formats/json/python_json.h"
#include "model/session/log_records.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::socketio {

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
