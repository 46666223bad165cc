#include "model/gateway/http/http_connection.h"

#include "model/gateway/http/connection_host.h"
#include "model/gateway/http/grpc_connection.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/http/web_socket_stream.h"

#include <QtGlobal>
#include <boost/asio/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include <algorithm>
#include <limits>
#include <sstream>

namespace quarterdeck::gateway {

/// Must not keep the connection alive, since it may be used after the server's end.
class HttpConnection::Exchange final : public HttpExchange
{
public:
    Exchange(std::shared_ptr<ServerHandle> entrance, std::weak_ptr<HttpConnection> connection, std::uint64_t request)
        : m_entrance(std::move(entrance))
        , m_connection(std::move(connection))
        , m_request(request)
    { }

    void answer(HttpResponse given, std::function<void()> whenTaken) override
    {
        m_entrance->post([connection = m_connection, request = m_request, given = std::move(given),
                          whenTaken = std::move(whenTaken)]() mutable {
            if (const auto there = connection.lock())
                there->answer(request, given, std::move(whenTaken));
        });
    }
    void begin(HttpResponse head) override
    {
        m_entrance->post([connection = m_connection, request = m_request, head = std::move(head)] {
            if (const auto there = connection.lock())
                there->begin(request, head);
        });
    }
    void write(std::string piece, std::function<void()> whenTaken) override
    {
        m_entrance->post([connection = m_connection, request = m_request, piece = std::move(piece),
                          whenTaken = std::move(whenTaken)]() mutable {
            if (const auto there = connection.lock())
                there->append(request, piece, std::move(whenTaken));
        });
    }
    void end() override
    {
        m_entrance->post([connection = m_connection, request = m_request] {
            if (const auto there = connection.lock())
                there->endPieces(request);
        });
    }
    void whenGone(std::function<void()> call) override
    {
        m_entrance->post([connection = m_connection, request = m_request, call = std::move(call)] {
            if (const auto there = connection.lock())
                there->watch(request, call);
            else
                call();
        });
    }

private:
    std::shared_ptr<ServerHandle> m_entrance;
    std::weak_ptr<HttpConnection> m_connection;
    std::uint64_t m_request;
};

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

namespace {

HttpResponse noRequest()
{
    return errorAnswer(400, QT_TRANSLATE_NOOP("GatewayRefusals", "This is not an HTTP request."));
}

HttpResponse refusalOf(ClientUser user)
{
    return errorAnswer(
        403,
        user == ClientUser::Other
            ? QT_TRANSLATE_NOOP(
                "GatewayRefusals",
                "This Quarterdeck belongs to another user of this computer and accepts only that user's programs.")
            : QT_TRANSLATE_NOOP("GatewayRefusals",
                                "Quarterdeck cannot find out which user of this computer this program belongs to, so "
                                "it accepts it only with its access token, as \"?token=…\" in the address."));
}

} // namespace

std::optional<HttpResponse> refusalOfUser(const Peer& peer, ClientUser& known)
{
    if (peer.isLocal)
        return std::nullopt;
    if (known == ClientUser::Unknown)
        known = userOf(ownerOf(peer.client, peer.server));
    const bool isLetIn = known == ClientUser::Same || known == ClientUser::Root;
    return isLetIn ? std::nullopt : std::optional(refusalOf(known));
}

std::shared_ptr<void> ConnectionHost::holdOf(BodyBudget::Ticket ticket)
{
    if (ticket == 0)
        return nullptr;
    bodies.setWhole(ticket);
    // The connection may be gone by then; what is posted to a destroyed server does not run.
    const auto release = [this, entrance = entrance, ticket](void*) {
        entrance->post([this, ticket] { bodies.release(ticket); });
    };
    return {static_cast<void*>(this), release};
}

HttpConnection::HttpConnection(ConnectionHost& host, std::uint64_t id, StreamSocket socket, Peer peer)
    : m_host(host)
    , m_id(id)
    , m_peer(std::move(peer))
    , m_stream(std::move(socket))
{ }

void HttpConnection::readNext()
{
    m_request = {};
    m_parser.emplace();
    m_parser->header_limit(m_host.limits.headBytes);
    m_parser->body_limit(boost::none); // the head says where it is for
    if (m_buffer.size() > 0)
        return readHead();
    const bool isFirst = m_requests == 0; // who connects has something to say
    m_stream.expires_after(isFirst ? m_host.limits.headTime : m_host.limits.idleTime);
    m_isIdle = true;
    if (!isFirst)
        m_host.setIdle(m_id);
    m_stream.async_read_some(m_buffer.prepare(4096),
                             [self = shared_from_this()](const error_code& error, std::size_t size) {
                                 if (error)
                                     return self->close();
                                 self->m_buffer.commit(size);
                                 self->readHead();
                             });
}

/// Bytes that nobody has read yet may be a request.
bool HttpConnection::isIdle()
{
    Error unknown;
    return m_isIdle && m_stream.socket().available(unknown) == 0;
}

void HttpConnection::readHead()
{
    m_isIdle = false;
    if (const auto begin = m_buffer.cdata();
        m_requests == 0 && isHttp2({static_cast<const char*>(begin.data()), begin.size()}))
        return becomeGrpc();
    m_stream.expires_after(m_host.limits.headTime);
    http::async_read_header(m_stream, m_buffer, *m_parser,
                            [self = shared_from_this()](const error_code& error, std::size_t) {
                                error ? self->fail(error) : self->takeHead();
                            });
}

void HttpConnection::takeHead()
{
    const auto& head = m_parser->get();
    m_isKept = m_parser->keep_alive();
    m_request = requestOf(head);
    m_request.caller = {m_peer.client.port, m_peer.server.port, m_peer.process};
    m_request.isByLocalSocket = m_peer.isLocal;
    if (head.count(http::field::transfer_encoding) > 0 && !m_parser->chunked()) // nobody knows where it ends
        return refuse(noRequest());
    const HttpAdmission admission = m_host.handlers.admit(m_request);
    if (admission.refusal)
        return refuse(*admission.refusal);
    if (const auto refusal = admission.isForOwnUser ? refusalOfUser(m_peer, m_user) : std::nullopt)
        return refuse(*refusal);
    if (admission.isWebSocket && beast::websocket::is_upgrade(head))
        return becomeWebSocket();
    m_mostBodyBytes = admission.bodyBytes;
    if (m_parser->content_length().value_or(0) > admission.bodyBytes)
        return fail(http::error::body_limit);
    m_parser->body_limit(admission.bodyBytes);
    if (beast::iequals(head[http::field::expect], "100-continue"))
        return askForBody();
    readBody();
}

void HttpConnection::becomeWebSocket()
{
    auto socket = std::make_shared<WebSocketStream>(m_host, m_id, std::move(m_stream));
    socket->accept(m_parser->release(), std::move(m_request));
    m_host.replace(m_id, std::move(socket));
}

void HttpConnection::becomeGrpc()
{
    const auto connection = std::make_shared<GrpcConnection>(m_host, m_id, m_stream.release_socket(), m_peer);
    m_host.replace(m_id, connection);
    connection->begin({static_cast<const char*>(m_buffer.cdata().data()), m_buffer.size()});
}

void HttpConnection::askForBody()
{
    m_continue = http::response<http::empty_body>(http::status::continue_, 11);
    http::async_write(m_stream, m_continue, [self = shared_from_this()](const error_code& error, std::size_t) {
        error ? self->close() : self->readBody();
    });
}

void HttpConnection::readBody()
{
    m_stream.expires_after(m_host.limits.bodyTime);
    const auto length = m_parser->content_length(); // none where it comes in chunks
    if (!m_parser->is_done() && length.value_or(smallBody + 1) > smallBody)
        return readLargeBody();
    http::async_read(m_stream, m_buffer, *m_parser, [self = shared_from_this()](const error_code& error, std::size_t) {
        error ? self->fail(error) : self->handle();
    });
}

void HttpConnection::readLargeBody()
{
    m_ticket = m_host.bodies.begin();
    readOn();
}

/// Reads piece by piece, while there is room.
void HttpConnection::readOn()
{
    if (m_parser->is_done())
        return handle();
    if (!m_host.bodies.admits(m_ticket)) {
        m_stream.expires_never();
        return m_host.bodies.wait(m_ticket, [connection = weak_from_this()] {
            if (const auto there = connection.lock()) {
                there->m_stream.expires_after(there->m_host.limits.bodyTime);
                there->readOn();
            }
        });
    }
    watchPiece();
    http::async_read_some(m_stream, m_buffer, *m_parser,
                          [self = shared_from_this()](const error_code& error, std::size_t size) {
                              self->m_piece.cancel();
                              if (error)
                                  return self->fail(error);
                              self->m_host.bodies.add(self->m_ticket, size);
                              self->readOn();
                          });
}

/// A client that stops sending must not hold room that others wait for. If nobody waits, it has `bodyTime`.
void HttpConnection::watchPiece()
{
    m_piece.expires_after(m_host.limits.pieceTime);
    m_piece.async_wait([connection = weak_from_this()](const error_code& error) {
        const auto there = connection.lock();
        if (error || there == nullptr || there->m_piece.expiry() > std::chrono::steady_clock::now())
            return; // it came
        if (there->m_host.bodies.isWaitedFor())
            there->stop(); // by which the reading ends
        else
            there->watchPiece();
    });
}

void HttpConnection::handle()
{
    m_request.body = std::move(m_parser->get().body());
    m_request.hold = m_host.holdOf(std::exchange(m_ticket, 0));
    m_stream.expires_never();
    m_stage = Stage::Awaited;
    m_host.handlers.handle(std::move(m_request),
                           std::make_shared<Exchange>(m_host.entrance, weak_from_this(), ++m_requests));
}

void HttpConnection::answer(std::uint64_t request, const HttpResponse& given, std::function<void()> whenTaken)
{
    if (request == m_requests && m_stage == Stage::Awaited)
        write(given, std::move(whenTaken));
}

void HttpConnection::write(const HttpResponse& given, std::function<void()> whenTaken)
{
    m_stage = Stage::None;
    m_onGone = nullptr;
    m_isKept = m_isKept && !m_host.isCrowded(m_id);
    m_answer = responseOf(given);
    m_answer.body() = given.body;
    m_answer.keep_alive(m_isKept);
    m_answer.prepare_payload();
    if (m_parser->get().method() == http::verb::head)
        m_answer.body().clear(); // but its length
    m_whenTaken = std::move(whenTaken);
    m_serializer.emplace(m_answer);
    writeOn();
}

/// As much as is accepted at once, so that a large reply gets new time while the client keeps reading.
void HttpConnection::writeOn()
{
    m_stream.expires_after(m_host.limits.bodyTime);
    http::async_write_some(m_stream, *m_serializer, [self = shared_from_this()](const error_code& error, std::size_t) {
        if (error)
            return self->close();
        if (!self->m_serializer->is_done())
            return self->writeOn();
        if (const auto taken = std::exchange(self->m_whenTaken, nullptr))
            taken();
        self->answered();
    });
}

void HttpConnection::answered() { m_isKept ? readNext() : linger(); }

void HttpConnection::begin(std::uint64_t request, const HttpResponse& head)
{
    if (request != m_requests || m_stage != Stage::Awaited)
        return;
    m_stage = Stage::InPieces;
    m_bytesLeft = head.wholeBytes.value_or(std::numeric_limits<std::uint64_t>::max());
    // HTTP 1.0 has no chunks: there the reply ends with the connection, unless its length is given.
    m_isChunked = !head.wholeBytes && m_parser->get().version() >= 11;
    m_isKept = m_isKept && (m_isChunked || head.wholeBytes);
    m_answer = responseOf(head);
    if (!head.wholeBytes)
        m_answer.chunked(m_isChunked);
    m_answer.keep_alive(m_isKept);
    std::ostringstream text;
    text << m_answer.base();
    queue({text.str()});
    append(request, head.body, {});
}

void HttpConnection::append(std::uint64_t request, const std::string& piece, std::function<void()> whenTaken)
{
    if (request != m_requests || m_stage != Stage::InPieces)
        return;
    if (piece.empty()) { // as a chunk it would be the last one
        if (whenTaken)
            whenTaken();
        return;
    }
    if (piece.size() > m_bytesLeft)
        return close(); // what is too much would be taken for the next answer
    m_bytesLeft -= piece.size();
    std::ostringstream size;
    size << std::hex << piece.size();
    queue({m_isChunked ? size.str() + "\r\n" + piece + "\r\n" : piece, std::move(whenTaken)});
}

void HttpConnection::endPieces(std::uint64_t request)
{
    if (request != m_requests || m_stage != Stage::InPieces)
        return;
    m_stage = Stage::None;
    m_isKept = m_isKept && (m_isChunked || m_bytesLeft == 0);
    // A flag rather than a callback, in which the connection would hold itself if it closes with pieces left.
    queue({m_isChunked ? "0\r\n\r\n" : "", {}, true});
}

/// What queues behind the current piece is limited; a single piece may be larger, and the end's mark always fits.
void HttpConnection::queue(Piece piece)
{
    const std::size_t waiting = m_pieces.empty() ? 0 : m_queuedBytes - m_pieces.front().bytes.size();
    if (waiting > m_host.limits.queuedBytes && !piece.isLast)
        return close();
    m_queuedBytes += piece.bytes.size();
    m_pieces.push_back(std::move(piece));
    if (m_pieces.size() == 1)
        send();
}

void HttpConnection::send()
{
    m_stream.expires_after(m_host.limits.bodyTime);
    asio::async_write(
        m_stream, asio::buffer(m_pieces.front().bytes),
        [self = shared_from_this()](const error_code& error, std::size_t) { error ? self->close() : self->sent(); });
}

void HttpConnection::sent()
{
    m_stream.expires_never();
    const Piece taken = std::move(m_pieces.front());
    m_queuedBytes -= taken.bytes.size();
    m_pieces.pop_front();
    if (taken.isLast) {
        m_onGone = nullptr; // it has all of it
        return answered();
    }
    if (!m_pieces.empty())
        send();
    if (taken.whenTaken)
        taken.whenTaken();
}

void HttpConnection::watch(std::uint64_t request, std::function<void()> call)
{
    if (request != m_requests || m_stage == Stage::None)
        return;
    m_onGone = std::move(call);
    if (m_buffer.size() > 0)
        return; // it has sent its next request already: that it goes is seen when that is read
    m_stream.socket().async_wait(StreamSocket::wait_read,
                                 [self = shared_from_this(), request](const error_code& error) {
                                     if (!error)
                                         self->look(request);
                                 });
}

/// Something arrives while it waits: the next request, or the end.
void HttpConnection::look(std::uint64_t request)
{
    if (request != m_requests || m_stage == Stage::None)
        return;
    char first = 0;
    error_code error;
    m_stream.socket().non_blocking(true, error);
    m_stream.socket().receive(asio::buffer(&first, 1), StreamSocket::message_peek, error);
    if (!error || error == asio::error::would_block)
        return;
    close();
}

void HttpConnection::fail(const error_code& error)
{
    if (error == http::error::body_limit)
        return refuse(errorAnswer(413, tooLargeFor(m_mostBodyBytes)));
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
        return refuse(errorAnswer(431, QT_TRANSLATE_NOOP("GatewayRefusals", "The request headers are too large.")));
    if (error == beast::error::timeout)
        return close(); // Beast has ended the socket with its time
    const bool isOfHttp = error.category() == make_error_code(http::error::bad_method).category();
    if (isOfHttp && error != http::error::end_of_stream && error != http::error::partial_message)
        return refuse(noRequest());
    close();
}

/// Unread parts of the request would be taken for the next one.
void HttpConnection::refuse(const HttpResponse& given)
{
    m_isKept = false;
    if (m_host.handlers.refused)
        m_host.handlers.refused(m_request, given);
    write(given);
}

/// A client that is still sending when the socket closes would lose the reply that explains it.
void HttpConnection::linger()
{
    error_code ignored;
    m_stream.socket().shutdown(StreamSocket::shutdown_send, ignored);
    m_stream.expires_after(std::chrono::seconds(2));
    drain();
}

void HttpConnection::drain()
{
    m_buffer.clear();
    m_stream.async_read_some(
        m_buffer.prepare(65'536),
        [self = shared_from_this()](const error_code& error, std::size_t) { error ? self->close() : self->drain(); });
}

void HttpConnection::stop()
{
    error_code ignored;
    m_stream.socket().close(ignored);
}

void HttpConnection::close()
{
    stop();
    m_stage = Stage::None;
    m_whenTaken = nullptr;
    m_host.bodies.release(std::exchange(m_ticket, 0));
    if (const auto gone = std::exchange(m_onGone, nullptr))
        gone();
    m_host.end(m_id);
}

} // namespace quarterdeck::gateway
