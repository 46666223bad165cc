#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/otlp/trace_sessions.h"

#include <QThreadPool>
#include <tl/expected.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace quarterdeck::gateway::otlp {

/// Compressed request bodies. Pure; thread: any.

enum class InflateError { Broken, TooLarge };

/// Decompresses a body with Content-Encoding "gzip" (one or several members) or "deflate" (zlib's format, or without a
/// header, as some clients send it). Never holds more than `mostBytes`.
[[nodiscard]] tl::expected<std::string, InflateError> inflated(std::string_view body, std::size_t mostBytes);

/// What metrics are answered with: they are not kept, and exporters that are refused write errors into their programs'
/// output as long as these run. Thread: any.
[[nodiscard]] HttpResponse droppedAnswer(const HttpRequest& request);

/// OTLP/HTTP's `/v1/traces` and `/v1/logs`: protobuf and JSON, plain, gzip and deflate. Answers as the one who asked
/// writes: 200 when all that is wanted is durable, with `partial_success` for spans that are not taken; 400 for what
/// cannot be read, 413 for what is too large, also after decompression, 415 for other compressions; 503 with
/// Retry-After, so that exporters try again, while more waits than is good and when nothing can be stored. Made and
/// destroyed on the hub's thread.
class TraceReceiver
{
public:
    explicit TraceReceiver(session::SessionHub& hub, SessionLimit limit = {});
    /// Waits for what is being read.
    ~TraceReceiver();
    TraceReceiver(const TraceReceiver&) = delete;
    TraceReceiver& operator=(const TraceReceiver&) = delete;

    /// Thread: the server's. Reading is done on a thread of its own, so that others are not kept waiting.
    void answer(HttpRequest request, const std::shared_ptr<HttpExchange>& exchange);

private:
    void read(HttpRequest& request, const std::shared_ptr<HttpExchange>& exchange);

    TraceRouter m_sessions;
    std::atomic<int> m_waiting = 0;
    std::atomic<std::size_t> m_waitingBytes = 0; ///< as in memory: decompressed, once they are
    QThreadPool m_reading;
};

} // namespace quarterdeck::gateway::otlp
