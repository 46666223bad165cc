#pragma once

#include "model/gateway/http/http_message.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::gateway::socketio {

/// The packets of Engine.IO 4 and Socket.IO 5, in their text form. Pure; thread: any.

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

/// engine.io's defaults.
struct EngineTimes
{
    std::chrono::milliseconds pingInterval{25'000};
    std::chrono::milliseconds pingTimeout{20'000};
};

/// One Engine.IO client, on any transport: held GETs and POSTs, then a WebSocket if it wants; or a WebSocket from the
/// start. Messages wait for the transport. Thread: one.
class EngineIoClient final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EngineIoClient)
public:
    using Socket = std::shared_ptr<WebSocket>;
    using Exchange = std::shared_ptr<HttpExchange>;

    EngineIoClient(std::string id, EngineTimes times);
    ~EngineIoClient() override;

    [[nodiscard]] const std::string& id() const { return m_id; }
    /// Handshake through a GET, which is answered.
    void begin(const Exchange& exchange);
    /// Handshake on a WebSocket.
    void begin(const Socket& socket);
    /// A GET that waits for packets. One that is already waiting gets a noop.
    void hold(Exchange exchange);
    /// The waiting GET is gone; packets wait for the next.
    void letGo(const Exchange& exchange);
    /// A POST.
    void post(const std::string& body, const Exchange& exchange);
    /// A WebSocket to take over from the GETs.
    void offer(const Socket& socket);
    void receive(const WebSocket* from, const std::string& text);
    void lose(const WebSocket* socket);

    /// `hold` as in `WebSocket::send`: with much to send, wait for that. Messages without one may pile up to a limit
    /// that no reading client reaches; beyond it, the client counts as gone.
    void send(std::string message, std::shared_ptr<void> hold = {});
    /// Tells the other side; `closed` follows.
    void close();

signals:
    void received(const std::string& message);
    /// Emitted once, as the last signal. The owner then deletes it, later.
    void closed();

private:
    struct Queued
    {
        EngineIoPacket packet;
        std::shared_ptr<void> hold;
    };

    void open(std::string_view upgrades, const std::function<void(std::string)>& answer);
    void take(const EngineIoPacket& packet);
    void takeOver();
    void freeForUpgrade();
    void answerHeld();
    void put(Queued queued);
    void flush();
    void answerNext();
    [[nodiscard]] Queued takeNext();
    [[nodiscard]] std::shared_ptr<void> onItsWay(std::shared_ptr<void> hold);
    void ping();
    void giveUp();
    void end();

    std::string m_id;
    EngineTimes m_times;
    Exchange m_held;
    Socket m_socket;  ///< null = polling
    Socket m_offered; ///< not taken over yet
    std::deque<Queued> m_queue;
    std::size_t m_queuedBytes = 0;  ///< of those that nobody else holds
    std::weak_ptr<void> m_onItsWay; ///< alive while a held message is being accepted
    QTimer m_pinging;
    QTimer m_waiting; ///< for the pong
    QTimer m_freeing; ///< for GETs, while `m_offered` is about to take over
    int m_freed = 0;  ///< this often
    bool m_isClosed = false;
};

} // namespace quarterdeck::gateway::socketio
