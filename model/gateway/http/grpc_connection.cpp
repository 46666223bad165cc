#include "model/gateway/http/grpc_connection.h"

#include "model/gateway/http/request_rules.h"

#include <QtGlobal>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace quarterdeck::gateway {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

// https://grpc.io/docs/guides/status-codes/
constexpr int invalidArgument = 3;
constexpr int permissionDenied = 7;
constexpr int resourceExhausted = 8;
constexpr int unimplemented = 12;
constexpr int internalError = 13;
constexpr int unavailable = 14;
constexpr int unauthenticated = 16;

constexpr std::size_t framePrefix = 5;  ///< of a message: whether it is compressed, and its length
constexpr std::uint32_t mostCalls = 16; ///< at a time
constexpr std::size_t mostQueued = 64;  ///< frames that wait while the client takes nothing

int statusOf(std::uint32_t httpStatus)
{
    switch (httpStatus) {
    case 401:
        return unauthenticated;
    case 403:
        return permissionDenied;
    case 404:
    case 405:
        return unimplemented;
    case 413:
        return resourceExhausted;
    case 429:
    case 503:
        return unavailable;
    default:
        return httpStatus < 500 ? invalidArgument : internalError;
    }
}

/// The address that OTLP over HTTP has for a service's method; empty if there is none.
std::string addressOf(std::string_view path)
{
    for (const auto& [service, address] :
         {std::pair("trace.v1.TraceService", "/v1/traces"), std::pair("logs.v1.LogsService", "/v1/logs"),
          std::pair("metrics.v1.MetricsService", "/v1/metrics")}) {
        if (path == std::string("/opentelemetry.proto.collector.") + service + "/Export")
            return address;
    }
    return {};
}

/// Percent-encoded, as a field of a head can carry it.
std::string grpcMessage(std::string_view text)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte <= 0x7e && c != '%') {
            encoded += c;
            continue;
        }
        encoded += {'%', digits[byte >> 4U], digits[byte & 0xfU]};
    }
    return encoded;
}

std::string framed(std::string_view message)
{
    std::string frame(1, '\0');
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        frame += static_cast<char>((message.size() >> shift) & 0xffU);
    return frame.append(message);
}

/// nghttp2 copies them.
nghttp2_nv field(std::string_view name, std::string_view value)
{
    const auto bytesOf = [](std::string_view text) {
        return const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(text.data()));
    };
    return {bytesOf(name), bytesOf(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE};
}

std::string_view textOf(const std::uint8_t* bytes, std::size_t size)
{
    return {reinterpret_cast<const char*>(bytes), size};
}

} // namespace

bool isHttp2(std::string_view begin) { return begin.starts_with("PRI * HTTP/2.0\r\n"); }

/// Must not keep the connection alive, since it may be used after the server's end. What OTLP answers has one piece.
class GrpcConnection::Exchange final : public HttpExchange
{
public:
    Exchange(std::shared_ptr<ServerHandle> entrance, std::weak_ptr<GrpcConnection> connection, std::int32_t stream)
        : m_entrance(std::move(entrance))
        , m_connection(std::move(connection))
        , m_stream(stream)
    { }

    void answer(HttpResponse given, std::function<void()> whenTaken) override
    {
        m_entrance->post(
            [connection = m_connection, stream = m_stream, given = std::move(given), whenTaken = std::move(whenTaken)] {
                if (const auto there = connection.lock())
                    there->answer(stream, given, whenTaken);
            });
    }
    void begin(HttpResponse head) override { m_answer = std::move(head); }
    void write(std::string piece, std::function<void()> whenTaken) override
    {
        m_answer.body += piece;
        if (whenTaken)
            m_entrance->post(std::move(whenTaken));
    }
    void end() override { answer(std::move(m_answer), {}); }
    void whenGone(std::function<void()> call) override
    {
        m_entrance->post([connection = m_connection, stream = m_stream, call = std::move(call)] {
            if (const auto there = connection.lock())
                there->watch(stream, call);
            else
                call();
        });
    }

private:
    std::shared_ptr<ServerHandle> m_entrance;
    std::weak_ptr<GrpcConnection> m_connection;
    std::int32_t m_stream;
    HttpResponse m_answer;
};

/// Called by nghttp2 while it takes bytes or makes them. No exception may pass through it.
struct GrpcConnection::Callbacks
{
    static Call* callOf(nghttp2_session*, std::int32_t stream, void* self)
    {
        auto& calls = static_cast<GrpcConnection*>(self)->m_calls;
        const auto found = calls.find(stream);
        return found == calls.end() ? nullptr : &found->second;
    }
    static int beginHead(nghttp2_session*, const nghttp2_frame* frame, void* self)
    {
        if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST)
            static_cast<GrpcConnection*>(self)->m_calls.try_emplace(frame->hd.stream_id);
        return 0;
    }
    static int takeField(nghttp2_session* session, const nghttp2_frame* frame, const std::uint8_t* name,
                         std::size_t nameSize, const std::uint8_t* value, std::size_t valueSize, std::uint8_t,
                         void* self)
    {
        auto& connection = *static_cast<GrpcConnection*>(self);
        Call* const call = callOf(session, frame->hd.stream_id, self);
        if (call == nullptr)
            return 0;
        call->headBytes += nameSize + valueSize;
        if (call->headBytes > connection.m_host.limits.headBytes)
            return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE; // which ends the call
        connection.takeField(*call, textOf(name, nameSize), textOf(value, valueSize));
        return 0;
    }
    static int takeFrame(nghttp2_session* session, const nghttp2_frame* frame, void* self)
    {
        auto& connection = *static_cast<GrpcConnection*>(self);
        Call* const call = callOf(session, frame->hd.stream_id, self);
        if (call == nullptr)
            return 0;
        if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST)
            connection.takeHead(frame->hd.stream_id, *call);
        if ((frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0)
            connection.takeEnd(frame->hd.stream_id, *call);
        return 0;
    }
    static int takeData(nghttp2_session* session, std::uint8_t, std::int32_t stream, const std::uint8_t* data,
                        std::size_t size, void* self)
    {
        if (Call* const call = callOf(session, stream, self))
            static_cast<GrpcConnection*>(self)->takeData(stream, *call, textOf(data, size));
        return 0;
    }
    static int closeStream(nghttp2_session*, std::int32_t stream, std::uint32_t, void* self)
    {
        static_cast<GrpcConnection*>(self)->dropCall(stream);
        return 0;
    }
    /// The message, and then the call's status as the trailer.
    static ssize_t readReply(nghttp2_session* session, std::int32_t stream, std::uint8_t* to, std::size_t most,
                             std::uint32_t* flags, nghttp2_data_source*, void* self)
    {
        Call* const call = callOf(session, stream, self);
        if (call == nullptr)
            return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
        const std::size_t size = std::min(most, call->reply.size() - call->sent);
        std::copy_n(call->reply.data() + call->sent, size, to);
        call->sent += size;
        if (call->sent == call->reply.size()) {
            *flags = NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
            const nghttp2_nv status = field("grpc-status", "0");
            if (nghttp2_submit_trailer(session, stream, &status, 1) != 0)
                return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
        }
        return static_cast<ssize_t>(size);
    }
    static nghttp2_session* session(GrpcConnection* self)
    {
        nghttp2_session_callbacks* callbacks = nullptr;
        nghttp2_session_callbacks_new(&callbacks);
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, beginHead);
        nghttp2_session_callbacks_set_on_header_callback(callbacks, takeField);
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, takeFrame);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, takeData);
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, closeStream);
        nghttp2_session* made = nullptr;
        nghttp2_session_server_new(&made, callbacks, self);
        nghttp2_session_callbacks_del(callbacks);
        return made;
    }
};

GrpcConnection::GrpcConnection(ConnectionHost& host, std::uint64_t id, StreamSocket socket, Peer peer)
    : m_host(host)
    , m_id(id)
    , m_peer(std::move(peer))
    , m_socket(std::move(socket))
    , m_deadline(m_socket.get_executor())
    , m_session(Callbacks::session(this), nghttp2_session_del)
{ }

/// Its end may come while calls are open: at the server's end nobody is told any more.
GrpcConnection::~GrpcConnection() = default;

void GrpcConnection::begin(std::string_view bytes)
{
    const nghttp2_settings_entry most = {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, mostCalls};
    nghttp2_submit_settings(m_session.get(), NGHTTP2_FLAG_NONE, &most, 1);
    take(bytes);
    if (!m_isClosed && m_calls.empty())
        m_host.setIdle(m_id);
}

void GrpcConnection::read()
{
    // A larger message waits for room, and everything behind it with it. If there is none, the oldest of all goes on,
    // so the oldest here must be the one that is asked about.
    BodyBudget::Ticket oldest = 0;
    for (const auto& [stream, call] : m_calls)
        if (call.ticket != 0 && (oldest == 0 || call.ticket < oldest))
            oldest = call.ticket;
    m_isWaiting = oldest != 0 && !m_host.bodies.admits(oldest);
    if (m_isWaiting) {
        setDeadline();
        return m_host.bodies.wait(oldest, [connection = weak_from_this()] {
            if (const auto there = connection.lock()) {
                there->noteProgress();
                there->read();
            }
        });
    }
    setDeadline();
    m_socket.async_read_some(asio::buffer(m_read), [self = shared_from_this()](const error_code& error, std::size_t n) {
        error ? self->close() : self->take({self->m_read.data(), n});
    });
}

void GrpcConnection::take(std::string_view bytes)
{
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    if (nghttp2_session_mem_recv(m_session.get(), data, bytes.size()) < 0)
        return close(); // it does not speak HTTP/2 after all
    send();
    // Who takes nothing of what it is told need not be listened to.
    m_isHeld = !m_sending.empty() && nghttp2_session_get_outbound_queue_size(m_session.get()) > mostQueued;
    if (!m_isClosed && !m_isHeld)
        read();
}

/// As much as there is, in one piece after the other.
void GrpcConnection::send()
{
    if (!m_sending.empty() || m_isClosed)
        return;
    const std::uint8_t* data = nullptr;
    for (ssize_t size = 0; m_sending.size() < m_read.size();) {
        size = nghttp2_session_mem_send(m_session.get(), &data);
        if (size < 0)
            return close();
        if (size == 0)
            break;
        m_sending.append(textOf(data, static_cast<std::size_t>(size)));
    }
    if (m_sending.empty()) {
        if (nghttp2_session_want_read(m_session.get()) == 0 && nghttp2_session_want_write(m_session.get()) == 0)
            close();
        return;
    }
    noteProgress(); // what was sent before has been taken
    setDeadline();
    asio::async_write(m_socket, asio::buffer(m_sending), [self = shared_from_this()](const error_code& error, auto) {
        if (error)
            return self->close();
        self->m_sending.clear();
        self->send();
        self->setDeadline();
        if (!self->m_isClosed && std::exchange(self->m_isHeld, false))
            self->read();
    });
}

/// When its silence has lasted too long, as for HTTP/1: in the middle of something sooner than between two calls.
std::chrono::steady_clock::time_point GrpcConnection::endOfPatience() const
{
    const HttpLimits& limits = m_host.limits;
    const auto isOurTurn = [](const auto& one) { return one.second.isWhole && !one.second.isReplied; };
    if (m_isWaiting || (m_sending.empty() && !m_calls.empty() && std::ranges::all_of(m_calls, isOurTurn)))
        return std::chrono::steady_clock::time_point::max();
    if (m_sending.empty() && m_calls.empty())
        return m_progress + limits.idleTime;
    return m_progress + (hasLarge() && m_host.bodies.isWaitedFor() ? limits.pieceTime : limits.bodyTime);
}

bool GrpcConnection::hasLarge() const
{
    return std::ranges::any_of(m_calls, [](const auto& one) { return one.second.ticket != 0; });
}

void GrpcConnection::setDeadline()
{
    auto look = endOfPatience();
    if (hasLarge() && !m_isWaiting) // somebody may come to wait for its room
        look = std::min(look, std::chrono::steady_clock::now() + m_host.limits.pieceTime);
    m_deadline.expires_at(look);
    m_deadline.async_wait([connection = weak_from_this()](const error_code& error) {
        const auto there = connection.lock();
        if (error || !there || there->m_isClosed)
            return;
        if (there->endOfPatience() <= std::chrono::steady_clock::now())
            there->close();
        else
            there->setDeadline();
    });
}

void GrpcConnection::takeField(Call& call, std::string_view name, std::string_view value) const
{
    if (name == ":method")
        call.request.method = value;
    else if (name == ":path")
        call.request.path = addressOf(value);
    else if (name == ":authority")
        call.request.fields["host"] = value;
    else if (!name.starts_with(':') && name != "host")
        call.request.fields[std::string(name)] = value;
}

void GrpcConnection::takeHead(std::int32_t stream, Call& call)
{
    noteProgress();
    HttpRequest& request = call.request;
    if (!request.field("content-type").starts_with("application/grpc") || request.path.empty())
        return fail(stream, call, unimplemented, "Quarterdeck takes traces and logs here, and nothing else.");
    request.caller = {m_peer.client.port, m_peer.server.port, m_peer.process};
    request.isByLocalSocket = m_peer.isLocal;
    request.fields["content-type"] = "application/x-protobuf";
    const HttpAdmission admission = m_host.handlers.admit(request);
    if (admission.refusal)
        return refuse(stream, call, *admission.refusal);
    if (const auto refusal = admission.isForOwnUser ? refusalOfUser(m_peer, m_user) : std::nullopt)
        return refuse(stream, call, *refusal);
    call.bodyBytes = admission.bodyBytes;
}

void GrpcConnection::takeData(std::int32_t stream, Call& call, std::string_view data)
{
    noteProgress();
    if (call.isAnswered)
        return;
    std::string& body = call.request.body;
    if (body.size() + data.size() > call.bodyBytes + framePrefix)
        return refuse(stream, call, errorAnswer(413, tooLargeFor(call.bodyBytes)));
    body += data;
    if (call.ticket != 0) {
        m_host.bodies.add(call.ticket, data.size());
    } else if (body.size() > smallBody) {
        call.ticket = m_host.bodies.begin();
        m_host.bodies.add(call.ticket, body.size());
    }
}

void GrpcConnection::takeEnd(std::int32_t stream, Call& call)
{
    noteProgress();
    call.isWhole = true;
    if (call.isAnswered)
        return;
    HttpRequest& request = call.request;
    const std::string_view body = request.body;
    std::size_t length = 0;
    for (std::size_t i = 1; i < std::min(framePrefix, body.size()); ++i)
        length = length << 8U | static_cast<unsigned char>(body[i]);
    if (body.size() < framePrefix || body.size() - framePrefix != length || static_cast<unsigned char>(body[0]) > 1)
        return fail(stream, call, invalidArgument, "This is not one whole message.");
    if (body[0] == 1)
        request.fields["content-encoding"] = request.field("grpc-encoding");
    request.body.erase(0, framePrefix);
    request.hold = m_host.holdOf(std::exchange(call.ticket, 0));
    call.isAnswered = true;
    m_host.handlers.handle(std::move(request), std::make_shared<Exchange>(m_host.entrance, weak_from_this(), stream));
}

void GrpcConnection::answer(std::int32_t stream, const HttpResponse& given, const std::function<void()>& whenTaken)
{
    const auto found = m_calls.find(stream);
    if (found == m_calls.end() || m_isClosed)
        return;
    Call& call = found->second;
    call.onGone = nullptr;
    noteProgress();
    if (given.status != 200) {
        fail(stream, call, statusOf(given.status), given.reason);
    } else {
        call.reply = framed(given.body);
        call.isReplied = true;
        const std::array<nghttp2_nv, 2> head = {field(":status", "200"), field("content-type", "application/grpc")};
        const nghttp2_data_provider reply = {{}, Callbacks::readReply};
        nghttp2_submit_response(m_session.get(), stream, head.data(), head.size(), &reply);
    }
    if (!m_isLeaving && m_host.isCrowded(m_id)) { // no further call; those that are open end as they do
        m_isLeaving = true;
        nghttp2_submit_goaway(m_session.get(), NGHTTP2_FLAG_NONE,
                              nghttp2_session_get_last_proc_stream_id(m_session.get()), NGHTTP2_NO_ERROR, nullptr, 0);
    }
    send();
    setDeadline();
    if (whenTaken)
        whenTaken();
}

/// The status alone, which ends the call; what still comes of it is dropped.
void GrpcConnection::fail(std::int32_t stream, Call& call, int status, std::string_view why)
{
    call.isAnswered = true;
    call.isReplied = true;
    call.request.body = {};
    m_host.bodies.release(std::exchange(call.ticket, 0));
    const std::string code = std::to_string(status);
    const std::string message = grpcMessage(why);
    const std::array<nghttp2_nv, 4> head = {field(":status", "200"), field("content-type", "application/grpc"),
                                            field("grpc-status", code), field("grpc-message", message)};
    nghttp2_submit_response(m_session.get(), stream, head.data(), head.size(), nullptr);
}

void GrpcConnection::refuse(std::int32_t stream, Call& call, const HttpResponse& refusal)
{
    if (m_host.handlers.refused)
        m_host.handlers.refused(call.request, refusal);
    fail(stream, call, statusOf(refusal.status), refusal.reason);
}

void GrpcConnection::watch(std::int32_t stream, const std::function<void()>& call)
{
    const auto found = m_calls.find(stream);
    if (found == m_calls.end())
        return call();
    found->second.onGone = call;
}

void GrpcConnection::dropCall(std::int32_t stream)
{
    auto dropped = m_calls.extract(stream);
    if (dropped.empty())
        return;
    noteProgress();
    m_host.bodies.release(dropped.mapped().ticket);
    if (dropped.mapped().onGone)
        dropped.mapped().onGone();
    if (m_calls.empty())
        m_host.setIdle(m_id);
}

bool GrpcConnection::isIdle()
{
    error_code unknown;
    return m_calls.empty() && m_sending.empty() && m_socket.available(unknown) == 0;
}

void GrpcConnection::stop()
{
    error_code ignored;
    m_socket.close(ignored);
    m_deadline.cancel();
}

void GrpcConnection::close()
{
    if (std::exchange(m_isClosed, true))
        return;
    stop();
    for (auto& [stream, call] : std::exchange(m_calls, {})) {
        m_host.bodies.release(call.ticket);
        if (call.onGone)
            call.onGone();
    }
    m_host.end(m_id);
}

} // namespace quarterdeck::gateway
