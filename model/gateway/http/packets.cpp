#include "model/gateway/http/packets.h"

#include <charconv>

namespace quarterdeck::gateway::socketio {

namespace {

constexpr char separator = '\x1e';

/// Removes and returns the part before `end`, removing that as well; everything if there is no `end`.
std::string_view takeTo(std::string_view& text, char end)
{
    const auto at = text.find(end);
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return part;
}

std::optional<std::uint64_t> takeNumber(std::string_view& text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

} // namespace

std::optional<EngineIoPacket> readEngineIoPacket(std::string_view text)
{
    if (text.empty() || text.front() < '0' || text.front() > '6')
        return std::nullopt;
    return EngineIoPacket{static_cast<EngineKind>(text.front()), std::string(text.substr(1))};
}

std::string textOf(const EngineIoPacket& packet) { return static_cast<char>(packet.kind) + packet.data; }

std::optional<std::vector<EngineIoPacket>> readPayload(std::string_view body)
{
    std::vector<EngineIoPacket> packets;
    do {
        auto packet = readEngineIoPacket(takeTo(body, separator));
        if (!packet)
            return std::nullopt;
        packets.push_back(std::move(*packet));
    } while (!body.empty());
    return packets;
}

std::optional<SocketIoPacket> readSocketIoPacket(std::string_view text)
{
    if (text.empty() || text.front() < '0' || text.front() > '4')
        return std::nullopt;
    SocketIoPacket packet{static_cast<SocketKind>(text.front())};
    text.remove_prefix(1);
    if (text.starts_with('/'))
        packet.nameSpace = takeTo(text, ',');
    packet.ackId = takeNumber(text);
    packet.json = text;
    return packet;
}

std::string textOf(const SocketIoPacket& packet)
{
    std::string text(1, static_cast<char>(packet.kind));
    if (packet.nameSpace != "/" || packet.json.starts_with('/')) // what follows would be read as its name
        text += packet.nameSpace + ",";
    if (packet.ackId)
        text += std::to_string(*packet.ackId);
    return text + packet.json;
}

std::string queryValue(std::string_view query, std::string_view name)
{
    while (!query.empty()) {
        std::string_view pair = takeTo(query, '&');
        if (takeTo(pair, '=') == name)
            return std::string(pair);
    }
    return {};
}

} // namespace quarterdeck::gateway::socketio
