#include "model/gateway/http/engine_io_client.h"

#include "model/gateway/http/request_rules.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <utility>
#include <vector>

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

namespace {

/// As many as python-engineio accepts in one body.
constexpr std::size_t mostPackets = 16;
/// A client that lets this much pile up has gone.
constexpr std::size_t mostQueuedBytes = std::size_t{4} << 20;
constexpr std::size_t mostBodyBytes = 1'000'000; // engine.io's maxHttpBufferSize; one packet may be larger

/// A client whose probe was answered may have sent another GET before reading that. As in engine.io, no GET is then
/// held any longer, until the time allowed for the upgrade is over.
constexpr std::chrono::milliseconds freeingInterval{100};
constexpr int mostFreed = 100;

HttpResponse packets(std::string body) { return {200, std::move(body), "text/plain; charset=UTF-8"}; }

/// In engine.io's form.
HttpResponse badRequest()
{
    HttpResponse refused{400, R"({"code":3,"message":"Bad request"})"};
    refused.reason = "Bad request";
    return refused;
}

} // namespace

EngineIoClient::EngineIoClient(std::string id, EngineTimes times) : m_id(std::move(id)), m_times(times)
{
    m_pinging.setSingleShot(true);
    m_pinging.setInterval(times.pingInterval);
    connect(&m_pinging, &QTimer::timeout, this, &EngineIoClient::ping);
    m_waiting.setSingleShot(true);
    m_waiting.setInterval(times.pingTimeout);
    connect(&m_waiting, &QTimer::timeout, this, &EngineIoClient::giveUp);
    m_freeing.setInterval(freeingInterval);
    connect(&m_freeing, &QTimer::timeout, this, &EngineIoClient::freeForUpgrade);
}

EngineIoClient::~EngineIoClient() = default;

void EngineIoClient::open(std::string_view upgrades, const std::function<void(std::string)>& answer)
{
    const nlohmann::json handshake = {{"sid", m_id},
                                      {"upgrades", nlohmann::json::parse(upgrades)},
                                      {"pingInterval", m_times.pingInterval.count()},
                                      {"pingTimeout", m_times.pingTimeout.count()},
                                      {"maxPayload", mostBodyBytes}};
    answer(textOf(EngineIoPacket{EngineKind::Open, handshake.dump()}));
    m_pinging.start();
}

void EngineIoClient::begin(const Exchange& exchange)
{
    open(R"(["websocket"])", [&](std::string text) { exchange->answer(packets(std::move(text))); });
}

void EngineIoClient::begin(const Socket& socket)
{
    m_socket = socket;
    open("[]", [&](std::string text) { socket->send(std::move(text)); });
}

void EngineIoClient::hold(Exchange exchange)
{
    if (m_socket)
        return exchange->answer(badRequest());
    if (m_held)
        m_held->answer(packets(textOf(EngineIoPacket{EngineKind::Noop, {}})));
    m_held = std::move(exchange);
    flush();
}

void EngineIoClient::letGo(const Exchange& exchange)
{
    if (m_held == exchange)
        m_held.reset();
}

void EngineIoClient::post(const std::string& body, const Exchange& exchange)
{
    const auto read = readPayload(body);
    if (!read || m_socket) {
        exchange->answer(badRequest());
        return read ? void() : end();
    }
    for (const EngineIoPacket& packet : *read)
        take(packet);
    exchange->answer({200, "ok", "text/html"});
}

void EngineIoClient::offer(const Socket& socket)
{
    if (m_socket)
        return socket->close();
    if (m_offered)
        m_offered->close();
    m_offered = socket;
}

void EngineIoClient::receive(const WebSocket* from, const std::string& text)
{
    const auto packet = readEngineIoPacket(text);
    if (from == m_socket.get())
        return packet ? take(*packet) : end();
    if (from != m_offered.get())
        return;
    if (packet == EngineIoPacket{EngineKind::Ping, "probe"}) {
        m_offered->send(textOf(EngineIoPacket{EngineKind::Pong, "probe"}));
        // The client ends its polling before it upgrades, and waits for this reply to do so.
        answerHeld();
        m_freed = 0;
        m_freeing.start();
    } else if (packet && packet->kind == EngineKind::Upgrade) {
        takeOver();
    } else {
        m_freeing.stop();
        std::exchange(m_offered, nullptr)->close();
    }
}

void EngineIoClient::freeForUpgrade()
{
    if (++m_freed <= mostFreed)
        return answerHeld();
    m_freeing.stop();
    if (m_offered)
        std::exchange(m_offered, nullptr)->close();
}

void EngineIoClient::answerHeld()
{
    if (const Exchange held = std::exchange(m_held, nullptr))
        held->answer(packets(textOf(EngineIoPacket{EngineKind::Noop, {}})));
}

void EngineIoClient::takeOver()
{
    m_freeing.stop();
    m_socket = std::exchange(m_offered, nullptr);
    answerHeld();
    flush();
}

void EngineIoClient::lose(const WebSocket* socket)
{
    if (socket == m_offered.get()) {
        m_freeing.stop();
        m_offered.reset();
    } else if (socket == m_socket.get()) {
        end();
    }
}

void EngineIoClient::take(const EngineIoPacket& packet)
{
    switch (packet.kind) {
    case EngineKind::Message:
        if (!m_isClosed)
            emit received(packet.data);
        break;
    case EngineKind::Pong:
        m_waiting.stop();
        m_pinging.start();
        break;
    case EngineKind::Close:
        end();
        break;
    case EngineKind::Open:
    case EngineKind::Ping: // a server's, since Engine.IO 4
    case EngineKind::Upgrade:
    case EngineKind::Noop:
        break;
    }
}

void EngineIoClient::send(std::string message, std::shared_ptr<void> hold)
{
    put({{EngineKind::Message, std::move(message)}, std::move(hold)});
}

void EngineIoClient::put(Queued queued)
{
    if (m_isClosed)
        return;
    if (!queued.hold)
        m_queuedBytes += queued.packet.data.size();
    m_queue.push_back(std::move(queued));
    m_queuedBytes > mostQueuedBytes ? end() : flush();
}

EngineIoClient::Queued EngineIoClient::takeNext()
{
    Queued next = std::move(m_queue.front());
    m_queue.pop_front();
    if (!next.hold)
        m_queuedBytes -= next.packet.data.size();
    return next;
}

void EngineIoClient::flush()
{
    if (!m_socket) {
        if (m_held && !m_queue.empty())
            answerNext();
        return;
    }
    while (!m_queue.empty()) {
        Queued next = takeNext();
        m_socket->send(textOf(next.packet), onItsWay(std::move(next.hold)));
    }
}

/// The packets of one body.
void EngineIoClient::answerNext()
{
    std::string body;
    std::vector<std::shared_ptr<void>> holds;
    for (std::size_t i = 0; i < mostPackets && !m_queue.empty(); ++i) {
        if (i > 0 && body.size() + m_queue.front().packet.data.size() > mostBodyBytes)
            break;
        Queued next = takeNext();
        body += (i == 0 ? "" : "\x1e") + textOf(next.packet);
        if (next.hold)
            holds.push_back(onItsWay(std::move(next.hold)));
    }
    // The hold ends with the connection, or when the reply has been taken.
    std::exchange(m_held, nullptr)->answer(packets(std::move(body)), [kept = std::move(holds)] {});
}

/// Stands in for a hold; the latest one shows whether anything is being taken.
std::shared_ptr<void> EngineIoClient::onItsWay(std::shared_ptr<void> hold)
{
    if (!hold)
        return nullptr;
    const auto taken = std::make_shared<std::shared_ptr<void>>(std::move(hold));
    m_onItsWay = taken;
    return taken;
}

/// A client that is receiving something large reacts to a ping, or to its answer, only after that; if it takes nothing,
/// its connection ends.
void EngineIoClient::ping()
{
    if (!m_onItsWay.expired())
        return m_pinging.start();
    put({{EngineKind::Ping, {}}, {}});
    m_waiting.start();
}

void EngineIoClient::giveUp() { m_onItsWay.expired() ? end() : m_waiting.start(); }

void EngineIoClient::close()
{
    put({{EngineKind::Close, {}}, {}});
    end();
}

void EngineIoClient::end()
{
    if (std::exchange(m_isClosed, true))
        return;
    m_pinging.stop();
    m_waiting.stop();
    m_freeing.stop();
    answerHeld();
    for (const Socket& socket : {std::exchange(m_socket, nullptr), std::exchange(m_offered, nullptr)})
        if (socket)
            socket->close();
    emit closed();
}

} // namespace quarterdeck::gateway::socketio
