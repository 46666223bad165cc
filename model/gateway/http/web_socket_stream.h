#pragma once

#include "model/gateway/http/connection_host.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::gateway {

/// Notes when a stream's other side last took something: slow readers differ from those that do not read.
class TakingNoted
{
public:
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] Clock::time_point lastTaken() const { return m_lastTaken; }
    void begin() { m_lastTaken = Clock::now(); }

private:
    friend class boost::beast::rate_policy_access;
    static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    [[nodiscard]] static std::size_t available_read_bytes() noexcept { return all; }
    [[nodiscard]] static std::size_t available_write_bytes() noexcept { return all; }
    static void transfer_read_bytes(std::size_t) noexcept { }
    void transfer_write_bytes(std::size_t) noexcept { m_lastTaken = Clock::now(); }
    static void on_timer() noexcept { }

    Clock::time_point m_lastTaken;
};

/// A client that has become a WebSocket. One that takes nothing for `HttpLimits::bodyTime`, or does not confirm being
/// closed within `HttpLimits::headTime`, loses its connection. Thread: the server's.
class WebSocketStream final : public Connection, public std::enable_shared_from_this<WebSocketStream>
{
public:
    using Head = boost::beast::http::request<boost::beast::http::string_body>;

    WebSocketStream(ConnectionHost& host, std::uint64_t id, Stream stream);

    /// Answers the head, and begins.
    void accept(Head head, HttpRequest request);
    void stop() override;

private:
    class Line;
    using Error = boost::system::error_code;

    using NotedStream =
        boost::beast::basic_stream<boost::asio::generic::stream_protocol, StreamSocket::executor_type, TakingNoted>;
    struct Sent
    {
        std::string text;
        std::shared_ptr<void> hold;
    };

    void open(HttpRequest request);
    void read();
    void take();
    void send(Sent sent);
    void write();
    void written();
    void beginPatience();
    void lookAtPatience();
    void close();
    void goodbye();
    void end();

    ConnectionHost& m_host;
    std::uint64_t m_id;
    boost::beast::websocket::stream<NotedStream> m_stream;
    boost::asio::steady_timer m_patience;
    boost::beast::flat_buffer m_buffer;
    std::deque<Sent> m_queue;      ///< the first is being written
    std::size_t m_queuedBytes = 0; ///< of those that nobody else holds
    bool m_isPatient = false;      ///< the timer is running
    std::optional<WebSocketListener> m_listener;
    bool m_isClosing = false;
};

} // namespace quarterdeck::gateway
