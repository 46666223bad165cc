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

/// Bytes. Larger bodies are parsed where nobody waits (`BodyParser`), and count while they are in memory.
inline constexpr std::size_t smallBody = std::size_t{64} << 10;

/// Where a request came from, on this machine.
struct Caller
{
    std::uint16_t clientPort = 0; ///< of the other end of the connection; 0 for a local socket
    std::uint16_t serverPort = 0;
    std::int64_t process = 0; ///< the client's, if the system told it by itself, as it does for a local socket
};

/// A request; for its handler the body is complete. Fields as in RFC 9110, with names in lower case; values sent twice
/// are joined by ", ", but two hosts count as none.
struct HttpRequest
{
    std::string method;
    std::string path;  ///< as sent, without the query, repeated slashes merged
    std::string query; ///< what follows the first "?"; as sent
    std::map<std::string, std::string, std::less<>> fields;
    std::string body;
    /// The body counts as in memory (`HttpLimits::bodiesBytes`) while this lives. Null for a small
    /// one.
    std::shared_ptr<void> hold = {};
    Caller caller = {};
    bool isByLocalSocket = false; ///< by which only programs of this user are let in

    /// Empty if it was not sent.
    [[nodiscard]] std::string_view field(std::string_view name) const
    {
        const auto found = fields.find(name);
        return found == fields.end() ? std::string_view() : std::string_view(found->second);
    }
};

struct HttpResponse
{
    std::uint32_t status = 200;
    std::string body;
    std::string contentType = "application/json";
    std::vector<std::pair<std::string, std::string>> fields = {}; ///< additional ones in the head, set by us
    /// For a reply in pieces (`HttpExchange::begin`): its total length in bytes, if known.
    std::optional<std::uint64_t> wholeBytes = {};
    /// Of a refusal: why, in one English sentence for the person. The body says it in the protocol's form.
    std::string reason = {};
};

/// Takes a reply once, from any thread.
using SendResponse = std::function<void(HttpResponse)>;

/// The way back to the client. Usable from any thread, even if the client or the server is gone by then.
class HttpExchange
{
public:
    virtual ~HttpExchange() = default;
    /// Once. `whenTaken` as in `write`.
    virtual void answer(HttpResponse given, std::function<void()> whenTaken) = 0;
    void answer(HttpResponse given) { answer(std::move(given), {}); }
    /// Instead of `answer`: a reply in pieces, the first of which is the body; further ones follow, until `end`.
    virtual void begin(HttpResponse head) = 0;
    /// Calls `whenTaken` (which may be empty) on the server's thread when the system has taken the piece, and never if
    /// the client is gone. A piece may have any length; with many pieces, wait for that: if more than
    /// `HttpLimits::queuedBytes` piles up behind the current one and another comes, or a piece is not taken within
    /// `bodyTime`, the connection ends.
    virtual void write(std::string piece, std::function<void()> whenTaken) = 0;
    /// If fewer bytes were written than the head announced, the connection ends, which tells the client.
    virtual void end() = 0;
    /// Calls once, on the server's thread, if the client leaves before the reply is there, or complete. For replies
    /// that keep somebody waiting.
    virtual void whenGone(std::function<void()> call) = 0;
};

/// What to do with a request whose head has arrived.
struct HttpAdmission
{
    std::optional<HttpResponse> refusal = {};
    std::uint64_t bodyBytes = 0; ///< more is answered with 413
    bool isWebSocket = false;    ///< becomes a WebSocket if it asks to
    bool isForOwnUser = false;   ///< answered with 403 unless it is from a program of this user, or of root
};

/// A WebSocket's way out: text messages. From any thread, even if the other side, or the server, is gone.
class WebSocket
{
public:
    virtual ~WebSocket() = default;
    /// `hold` lives until the system has taken the text, or nobody can take it any more. With much to send, wait for
    /// that before the next text; there is no other limit. Texts without a hold may pile up to
    /// `HttpLimits::queuedBytes`; more than that ends the WebSocket.
    virtual void send(std::string text, std::shared_ptr<void> hold) = 0;
    void send(std::string text) { send(std::move(text), nullptr); }
    /// What was sent before still goes out, as long as the other side takes it.
    virtual void close() = 0;
};

/// Its way in. Called on the server's thread.
struct WebSocketListener
{
    std::function<void(std::string)> received; ///< messages of text
    std::function<void()> closed; ///< once, whoever closed it; the last call. Not called if the server ends
};

} // namespace quarterdeck::gateway
