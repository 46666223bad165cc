#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The packets of Engine.IO 4 and Socket.IO 5, in their text form. Pure; thread: any.
namespace quarterdeck::gateway::socketio {

enum class EngineKind : char {
    Open = '0',
    Close = '1',
    Ping = '2',
    Pong = '3',
    Message = '4',
    Upgrade = '5',
    Noop = '6',
};

struct EngineIoPacket
{
    EngineKind kind = EngineKind::Noop;
    std::string data;
    friend bool operator==(const EngineIoPacket&, const EngineIoPacket&) = default;
};

/// Empty if it is no text packet.
[[nodiscard]] std::optional<EngineIoPacket> readEngineIoPacket(std::string_view text);
[[nodiscard]] std::string textOf(const EngineIoPacket& packet);
/// The packets of a polling body, separated by U+001E. Empty if any is invalid.
[[nodiscard]] std::optional<std::vector<EngineIoPacket>> readPayload(std::string_view body);

/// Packets of binary attachments are not accepted: agents send only text.
enum class SocketKind : char { Connect = '0', Disconnect = '1', Event = '2', Ack = '3', ConnectError = '4' };

struct SocketIoPacket
{
    SocketKind kind = SocketKind::Event;
    std::string nameSpace = "/";
    std::optional<std::uint64_t> ackId = {};
    std::string json = {}; ///< empty = none
    friend bool operator==(const SocketIoPacket&, const SocketIoPacket&) = default;
};

/// Empty if it is no packet of these kinds. The JSON is not examined.
[[nodiscard]] std::optional<SocketIoPacket> readSocketIoPacket(std::string_view text);
[[nodiscard]] std::string textOf(const SocketIoPacket& packet);

/// The value of "name=value" in a query, as sent; empty if there is none.
[[nodiscard]] std::string queryValue(std::string_view query, std::string_view name);

} // namespace quarterdeck::gateway::socketio
