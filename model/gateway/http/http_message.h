#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quarterdeck::gateway {

/// Bytes. A larger body is read where nobody waits for it (`BodyReading`), and counts while it is in memory.
inline constexpr std::size_t smallBody = std::size_t{64} << 10;

/// A request; in the hands of who answers it its body is there. Fields as in RFC 9110, by their names in lower case;
/// the values of one that was sent twice are joined by ", ", but two hosts are none.
struct HttpRequest
{
    std::string method;
    std::string path;  ///< as sent, without the query, several slashes made one
    std::string query; ///< what stands behind the first "?"; as sent
    std::map<std::string, std::string, std::less<>> fields;
    std::string body;
    /// The body counts as one that is in memory (`HttpLimits::bodiesBytes`) for as long as this lives. Null for a small
    /// one.
    std::shared_ptr<void> hold = {};
    std::uint16_t clientPort = 0; ///< of the connection's other end, on this machine
    std::uint16_t serverPort = 0;

    /// Empty when it was not sent.
    [[nodiscard]] std::string_view field(std::string_view name) const
    {
        const auto found = fields.find(name);
        return found == fields.end() ? std::string_view() : std::string_view(found->second);
    }
};

struct HttpAnswer
{
    std::uint32_t status = 200;
    std::string body;
    std::string contentType = "application/json";
    std::vector<std::pair<std::string, std::string>> fields = {}; ///< further ones of the head; of our own making
    /// Of an answer in pieces (`HttpExchange::begin`): so many bytes are to come, where that is known.
    std::optional<std::uint64_t> wholeBytes = {};
};

/// Takes an answer once, from any thread.
using AnswerHttp = std::function<void(HttpAnswer)>;

/// The way back to the one who asked. From any thread, and also when that one, or the server, is gone by then.
class HttpExchange
{
public:
    virtual ~HttpExchange() = default;
    /// Once. `whenTaken` as of `write`.
    virtual void answer(HttpAnswer given, std::function<void()> whenTaken) = 0;
    void answer(HttpAnswer given) { answer(std::move(given), {}); }
    /// In place of `answer`: an answer in pieces, of which the body is the first one; further ones follow, until `end`.
    virtual void begin(HttpAnswer head) = 0;
    /// Calls `whenTaken` (it may be empty) on the server's thread when the system has taken the piece, and not at all
    /// when the one who asked is gone. A piece may have any length; who has many waits for that: where more than
    /// `HttpLimits::queuedBytes` heaps up behind the one on its way and another comes, or a piece is not taken in
    /// `bodyTime`, the connection ends.
    virtual void write(std::string piece, std::function<void()> whenTaken) = 0;
    /// Where fewer bytes were written than the head said, the connection ends, by which the client knows.
    virtual void end() = 0;
    /// Calls once, on the server's thread, when the one who asked goes before the answer is there, or has ended. For
    /// those who keep somebody waiting.
    virtual void whenGone(std::function<void()> call) = 0;
};

/// What is to be done with a request whose head is there.
struct HttpAdmission
{
    std::optional<HttpAnswer> refusal = {};
    std::uint64_t bodyBytes = 0; ///< more is answered with 413
    bool isWebSocket = false;    ///< it may become a WebSocket when it asks for that
};

} // namespace quarterdeck::gateway
