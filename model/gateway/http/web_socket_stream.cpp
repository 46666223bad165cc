#include "model/gateway/http/web_socket_stream.h"

#include <boost/beast/core/buffers_to_string.hpp>

namespace quarterdeck::gateway {

namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

class WebSocketStream::Line final : public WebSocket
{
public:
    Line(std::shared_ptr<ServerHandle> entrance, std::weak_ptr<WebSocketStream> stream)
        : m_entrance(std::move(entrance))
        , m_stream(std::move(stream))
    { }

    void send(std::string text, std::shared_ptr<void> hold) override
    {
        m_entrance->post([stream = m_stream, sent = Sent{std::move(text), std::move(hold)}]() mutable {
            if (const auto there = stream.lock())
                there->send(std::move(sent));
        });
    }
    void close() override
    {
        m_entrance->post([stream = m_stream] {
            if (const auto there = stream.lock())
                there->close();
        });
    }

private:
    std::shared_ptr<ServerHandle> m_entrance;
    std::weak_ptr<WebSocketStream> m_stream;
};

WebSocketStream::WebSocketStream(ConnectionHost& host, std::uint64_t id, Stream stream)
    : m_host(host)
    , m_id(id)
    , m_stream(stream.release_socket())
    , m_patience(m_stream.get_executor())
{
    // From here on, the WebSocket has timers of its own.
    beast::get_lowest_layer(m_stream).expires_never();
    websocket::stream_base::timeout times{};
    times.handshake_timeout = m_host.limits.headTime;
    times.idle_timeout = websocket::stream_base::none();
    times.keep_alive_pings = false;
    m_stream.set_option(times);
    m_stream.read_message_max(m_host.limits.webSocketMessageBytes);
    m_stream.text(true);
    // Clients reassemble fragments, some by copying everything received with each.
    m_stream.auto_fragment(false);
}

void WebSocketStream::accept(Head head, HttpRequest request)
{
    const auto kept = std::make_shared<Head>(std::move(head));
    m_stream.async_accept(
        *kept, [self = shared_from_this(), kept, request = std::move(request)](const error_code& error) mutable {
            error ? self->end() : self->open(std::move(request));
        });
}

void WebSocketStream::open(HttpRequest request)
{
    m_listener = m_host.handlers.welcome(std::move(request), std::make_shared<Line>(m_host.entrance, weak_from_this()));
    read();
}

void WebSocketStream::read()
{
    m_stream.async_read(m_buffer, [self = shared_from_this()](const error_code& error, std::size_t) {
        error ? self->end() : self->take();
    });
}

void WebSocketStream::take()
{
    if (m_stream.got_text() && m_listener)
        m_listener->received(beast::buffers_to_string(m_buffer.data()));
    m_buffer.consume(m_buffer.size());
    read();
}

void WebSocketStream::send(Sent sent)
{
    if (m_isClosing)
        return;
    if (!sent.hold)
        m_queuedBytes += sent.text.size();
    m_queue.push_back(std::move(sent));
    if (m_queuedBytes > m_host.limits.queuedBytes)
        return stop();
    if (m_queue.size() == 1)
        write();
}

void WebSocketStream::write()
{
    beginPatience();
    m_stream.async_write(boost::asio::buffer(m_queue.front().text),
                         [self = shared_from_this()](const error_code& error, std::size_t) {
                             if (!error)
                                 self->written(); // else reading ends, too
                         });
}

void WebSocketStream::written()
{
    const Sent taken = std::move(m_queue.front());
    m_queue.pop_front();
    if (!taken.hold)
        m_queuedBytes -= taken.text.size();
    if (!m_queue.empty())
        write();
    else if (m_isClosing)
        goodbye();
}

void WebSocketStream::beginPatience()
{
    beast::get_lowest_layer(m_stream).rate_policy().begin();
    if (!std::exchange(m_isPatient, true))
        lookAtPatience();
}

/// Looks again when the last progress is that long ago, if there is none until then.
void WebSocketStream::lookAtPatience()
{
    const auto end = beast::get_lowest_layer(m_stream).rate_policy().lastTaken() + m_host.limits.bodyTime;
    if (m_queue.empty()) {
        m_isPatient = false;
        return;
    }
    if (TakingNoted::Clock::now() >= end)
        return stop();
    m_patience.expires_at(end);
    m_patience.async_wait([stream = weak_from_this()](const error_code& error) {
        if (const auto there = error ? nullptr : stream.lock())
            there->lookAtPatience();
    });
}

void WebSocketStream::close()
{
    if (!std::exchange(m_isClosing, true) && m_queue.empty())
        goodbye(); // else after what is being written
}

void WebSocketStream::goodbye()
{
    m_stream.async_close(websocket::close_code::normal, [self = shared_from_this()](const error_code&) {});
}

void WebSocketStream::stop()
{
    error_code ignored;
    beast::get_lowest_layer(m_stream).socket().close(ignored);
}

void WebSocketStream::end()
{
    stop();
    if (const auto listener = std::exchange(m_listener, std::nullopt))
        listener->closed();
    m_host.end(m_id);
}

} // namespace quarterdeck::gateway
