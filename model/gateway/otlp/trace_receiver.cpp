#include "model/gateway/otlp/trace_receiver.h"

#include "model/gateway/http/request_rules.h"
#include "model/session/post.h"

#include <nlohmann/json.hpp>
#include <protozero/pbf_writer.hpp>
#include <zlib.h>

#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::otlp {

namespace {

/// Releases what zlib allocated.
class Stream
{
public:
    Stream(std::string_view body, int windowBits)
    {
        // zlib only reads its input, and never writes to it.
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
        m_stream.avail_in = static_cast<uInt>(body.size());
        m_isOpen = inflateInit2(&m_stream, windowBits) == Z_OK;
    }
    ~Stream()
    {
        if (m_isOpen)
            inflateEnd(&m_stream);
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    [[nodiscard]] tl::expected<std::string, InflateError> all(std::size_t mostBytes)
    {
        std::string text;
        std::vector<char> piece(pieceBytes);
        while (m_isOpen) {
            m_stream.next_out = reinterpret_cast<Bytef*>(piece.data());
            m_stream.avail_out = static_cast<uInt>(piece.size());
            const int result = inflate(&m_stream, Z_NO_FLUSH);
            const std::size_t size = piece.size() - m_stream.avail_out;
            if (size > mostBytes - text.size())
                return tl::unexpected(InflateError::TooLarge);
            text.append(piece.data(), size);
            if (result == Z_STREAM_END && m_stream.avail_in == 0)
                return text;
            const bool goesOn = result == Z_STREAM_END ? inflateReset(&m_stream) == Z_OK : result == Z_OK;
            if (!goesOn || (size == 0 && m_stream.avail_in == 0))
                break;
        }
        return tl::unexpected(InflateError::Broken);
    }

private:
    static constexpr std::size_t pieceBytes = 256 * 1024;
    z_stream m_stream{};
    bool m_isOpen = false;
};

} // namespace

tl::expected<std::string, InflateError> inflated(std::string_view body, std::size_t mostBytes)
{
    constexpr int eitherHead = MAX_WBITS + 32;
    constexpr int noHead = -MAX_WBITS;
    if (body.size() > std::numeric_limits<uInt>::max())
        return tl::unexpected(InflateError::TooLarge);
    auto text = Stream(body, eitherHead).all(mostBytes);
    const bool mayLackHead = !text && text.error() == InflateError::Broken && !body.starts_with("\x1f\x8b");
    return mayLackHead ? Stream(body, noHead).all(mostBytes) : text;
}

using nlohmann::json;

namespace {

constexpr std::size_t bodyBytes = std::size_t{20} << 20;
constexpr int mostWaiting = 64;
constexpr std::chrono::minutes usualPause{30}; ///< after it, a program that names no conversation begins anew
constexpr std::size_t mostWaitingBytes = std::size_t{64} << 20;
constexpr const char* protobufType = "application/x-protobuf";

HttpResponse inProtobuf(std::uint32_t status, std::string body)
{
    HttpResponse answer{status, std::move(body)};
    answer.contentType = protobufType;
    return answer;
}

/// google.rpc.Status
std::string statusOf(const std::string& message)
{
    std::string body;
    protozero::pbf_writer(body).add_string(2, message);
    return body;
}

HttpResponse refusal(std::uint32_t status, const std::string& message, bool isInJson)
{
    HttpResponse refused =
        isInJson ? HttpResponse{status, json{{"message", message}}.dump()} : inProtobuf(status, statusOf(message));
    refused.reason = message;
    return refused;
}

/// Not 429, even where too much arrives: Python's exporters drop what is answered that way.
HttpResponse tryAgain(const std::string& message, bool isInJson)
{
    HttpResponse answer = refusal(503, message, isInJson);
    answer.fields = {{"Retry-After", "1"}};
    return answer;
}

HttpResponse busy(bool isInJson)
{
    return tryAgain(QT_TRANSLATE_NOOP("GatewayRefusals", "Quarterdeck is busy with earlier traces."), isInJson);
}

/// ExportTraceServiceResponse
HttpResponse success(std::int64_t rejected, const std::string& reason, bool isInJson)
{
    if (isInJson) {
        // protobuf's JSON mapping writes such a number as a string.
        const json partial = {{"rejectedSpans", std::to_string(rejected)}, {"errorMessage", reason}};
        return {200, rejected == 0 ? std::string("{}") : json{{"partialSuccess", partial}}.dump()};
    }
    std::string body;
    if (rejected > 0) {
        protozero::pbf_writer response(body);
        protozero::pbf_writer partial(response, 1);
        partial.add_int64(1, rejected);
        partial.add_string(2, reason);
    }
    return inProtobuf(200, std::move(body));
}

ParsedTraces parseTraces(ReceivedTraces traces)
{
    ParsedTraces told;
    for (const ReceivedSpan& span : traces.spans)
        told.spans.push_back({parseSpan(span, traces.resources[span.resource]), span.resource});
    told.resources = std::move(traces.resources);
    return told;
}

std::optional<HttpResponse> inflate(HttpRequest& request, bool isInJson)
{
    if (!isCompressed(request))
        return std::nullopt;
    auto body = inflated(request.body, bodyBytes);
    if (!body && body.error() == InflateError::TooLarge)
        return refusal(413, tooLargeFor(bodyBytes), isInJson);
    if (!body)
        return refusal(400,
                       QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not compressed as its headers say."),
                       isInJson);
    request.body = std::move(*body);
    return std::nullopt;
}

} // namespace

HttpResponse droppedAnswer(const HttpRequest& request) { return success(0, {}, isJson(request.field("content-type"))); }

TraceReceiver::TraceReceiver(session::SessionHub& hub, SessionLimit limit)
    : m_sessions(hub, usualPause, std::move(limit))
{
    m_reading.setMaxThreadCount(1);
}

TraceReceiver::~TraceReceiver()
{
    m_reading.clear();
    m_reading.waitForDone();
}

void TraceReceiver::answer(HttpRequest request, const std::shared_ptr<HttpExchange>& exchange)
{
    const std::size_t size = request.body.size();
    if (m_waiting >= mostWaiting || m_waitingBytes + size > mostWaitingBytes)
        return exchange->answer(busy(isJson(request.field("content-type"))));
    ++m_waiting;
    m_waitingBytes += size;
    m_reading.start(
        [this, kept = std::make_shared<HttpRequest>(std::move(request)), exchange] { read(*kept, exchange); });
}

void TraceReceiver::read(HttpRequest& request, const std::shared_ptr<HttpExchange>& exchange)
{
    const bool isInJson = isJson(request.field("content-type"));
    const std::size_t sent = request.body.size();
    auto refused = inflate(request, isInJson);
    // What is small on the wire is not always small in memory.
    const std::size_t size = request.body.size();
    m_waitingBytes += size;
    m_waitingBytes -= sent;
    const auto end = [this, size, exchange](HttpResponse answer) {
        --m_waiting;
        m_waitingBytes -= size;
        exchange->answer(std::move(answer));
    };
    if (refused)
        return end(std::move(*refused));
    if (m_waitingBytes > mostWaitingBytes)
        return end(busy(isInJson));
    const bool areLogs = request.path == "/v1/logs";
    auto traces = areLogs ? (isInJson ? readJsonLogs(request.body) : readProtobufLogs(request.body))
        : isInJson        ? readJson(request.body)
                          : readProtobuf(request.body);
    if (!traces)
        return end(refusal(400, traces.error(), isInJson));
    const auto stored = [end, isInJson, rejected = traces->rejected,
                         reason = traces->reason](const session::Result<session::Nothing>& result) {
        end(result ? success(rejected, reason, isInJson) : tryAgain(result.error().sentence, isInJson));
    };
    session::post(&m_sessions,
                  [this, told = parseTraces(std::move(*traces)), caller = request.caller, stored]() mutable {
                      m_sessions.take(std::move(told), caller, stored);
                  });
}

} // namespace quarterdeck::gateway::otlp
