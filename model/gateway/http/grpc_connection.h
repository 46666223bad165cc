#pragma once

#include "model/gateway/http/connection_host.h"

#include <boost/asio/steady_timer.hpp>
#include <nghttp2/nghttp2.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::gateway {

/// Whether a connection that begins so speaks HTTP/2 from the start, as gRPC does without TLS.
[[nodiscard]] bool isHttp2(std::string_view begin);

/// OTLP over gRPC, on HTTP/2 by libnghttp2. Each call becomes the request that OTLP over HTTP has for it
/// (https://opentelemetry.io/docs/specs/otlp/), is admitted and handled like that, and its answer becomes the call's.
/// No other service is here. Thread: the server's.
class GrpcConnection final : public Connection, public std::enable_shared_from_this<GrpcConnection>
{
public:
    GrpcConnection(ConnectionHost& host, std::uint64_t id, StreamSocket socket, Peer peer);
    ~GrpcConnection() override;

    /// These bytes were read already.
    void begin(std::string_view bytes);
    void stop() override;
    [[nodiscard]] bool isIdle() override;

private:
    class Exchange;
    /// One call, on a stream of its own.
    struct Call
    {
        HttpRequest request{};
        std::size_t headBytes = 0;
        std::uint64_t bodyBytes = 0;   ///< the most that its message may have
        BodyBudget::Ticket ticket = 0; ///< while a larger message is being received
        bool isAnswered = false;       ///< nothing more of it is taken
        bool isReplied = false;        ///< only its client is to take the answer
        bool isWhole = false;          ///< it has arrived
        std::string reply{};           ///< the answer's message, framed
        std::size_t sent = 0;          ///< of it
        std::function<void()> onGone{};
    };
    struct Callbacks;

    void takeField(Call& call, std::string_view name, std::string_view value) const;
    void takeHead(std::int32_t stream, Call& call);
    void takeData(std::int32_t stream, Call& call, std::string_view data);
    void takeEnd(std::int32_t stream, Call& call);
    void dropCall(std::int32_t stream);
    void watch(std::int32_t stream, const std::function<void()>& call);
    void answer(std::int32_t stream, const HttpResponse& given, const std::function<void()>& whenTaken);
    void fail(std::int32_t stream, Call& call, int status, std::string_view why);
    void refuse(std::int32_t stream, Call& call, const HttpResponse& refusal);

    void read();
    void take(std::string_view bytes);
    void send();
    void noteProgress() { m_progress = std::chrono::steady_clock::now(); }
    [[nodiscard]] std::chrono::steady_clock::time_point endOfPatience() const;
    [[nodiscard]] bool hasLarge() const;
    void setDeadline();
    void close();

    ConnectionHost& m_host;
    std::uint64_t m_id;
    Peer m_peer;
    ClientUser m_user = ClientUser::Unknown; ///< looked up when it first matters
    StreamSocket m_socket;
    boost::asio::steady_timer m_deadline;
    std::unique_ptr<nghttp2_session, void (*)(nghttp2_session*)> m_session;
    std::map<std::int32_t, Call> m_calls; ///< by stream
    std::array<char, 16'384> m_read{};
    std::string m_sending;
    std::chrono::steady_clock::time_point m_progress = std::chrono::steady_clock::now(); ///< the last in any call
    bool m_isWaiting = false; ///< for room for a larger message
    bool m_isHeld = false;    ///< nothing is read until the client takes what it is told
    bool m_isLeaving = false; ///< it begins no more calls
    bool m_isClosed = false;
};

} // namespace quarterdeck::gateway
