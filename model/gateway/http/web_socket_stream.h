#pragma once

#include "http/connection_host.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <optional>

namespace quarterdeck::gateway {

/// A client that has become a WebSocket. Thread: the server's.
class WebSocketStream final : public Connection, public std::enable_shared_from_this<WebSocketStream>
{
public:
    using Head = boost::beast::http::request<boost::beast::http::string_body>;

    WebSocketStream(ConnectionHost& host, std::uint64_t id, boost::beast::tcp_stream stream);

    /// Answers the head, and begins.
    void accept(Head head, HttpRequest request);
    void stop() override;

private:
    class Line;
    using Error = boost::system::error_code;

    void open(HttpRequest request);
    void read();
    void take();
    void send(std::string text);
    void write();
    void close();
    void end();

    ConnectionHost& m_host;
    std::uint64_t m_id;
    boost::beast::websocket::stream<boost::beast::tcp_stream> m_stream;
    boost::beast::flat_buffer m_buffer;
    std::deque<std::string> m_queue; ///< the first is being written
    std::size_t m_queuedBytes = 0;
    std::optional<WebSocketListener> m_listener;
    bool m_isClosing = false;
};

} // namespace quarterdeck::gateway
