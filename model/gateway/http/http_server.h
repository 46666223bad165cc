#pragma once

#include "model/conversation/error.h"
#include "model/gateway/http/http_message.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace quarterdeck::gateway {

/// Limits for a single client.
struct HttpLimits
{
    std::uint32_t headBytes = 32 * 1024; ///< more is answered with 431
    /// Of all clients; fewer, see server_limits.h. For a further one, whoever has been silent the longest between two
    /// requests has to leave; if a request of each is under way, it waits until one ends.
    std::size_t connections = 1024;
    /// Of one process, likewise.
    std::size_t connectionsOfProcess = 256;
    std::size_t queuedBytes = std::size_t{4} << 20;   ///< of an answer, behind the piece being sent; also see WebSocket
    std::size_t bodiesBytes = std::size_t{256} << 20; ///< of all larger bodies; the rest waits with the senders
    std::uint64_t webSocketMessageBytes = 1'000'000;  ///< a longer message ends the WebSocket
    /// From its first byte (for a connection's first request, from its start); then the connection ends.
    std::chrono::milliseconds headTime{10'000};
    /// For sending a body; and for taking anything of a reply, or a WebSocket's text, since the last progress. Then it
    /// ends, too.
    std::chrono::milliseconds bodyTime{60'000};
    /// For sending the next piece of a large body while another waits for room (`bodiesBytes`). Then it ends, too.
    std::chrono::milliseconds pieceTime{5'000};
    std::chrono::milliseconds idleTime{65'000}; ///< between two requests; then the connection ends
};

/// Receives what comes in. Called on the server's thread; slow handlers stall everybody.
struct HttpHandlers
{
    /// When the head has arrived.
    std::function<HttpAdmission(const HttpRequest& head)> admit;
    std::function<void(HttpRequest request, std::shared_ptr<HttpExchange> exchange)> handle;
    /// A WebSocket is open. May be empty if none is admitted.
    std::function<WebSocketListener(HttpRequest request, std::shared_ptr<WebSocket> socket)> welcome = {};
    /// A request was refused before it was handled. Its head may be missing.
    std::function<void(const HttpRequest& head, const HttpResponse& refusal)> refused = {};
};

/// HTTP/1.1, and OTLP over gRPC (grpc_connection.h), on 127.0.0.1 and, if available, ::1, and by a local socket for
/// programs of this user: keep-alive, pipelining, chunks, 100-continue; WebSockets. Runs on one thread of its own. Made
/// and destroyed on any one thread; the destructor ends every connection and joins the thread, and later replies go
/// nowhere.
class HttpServer final
{
public:
    /// Port 0 = any free one. `alsoIfFree`: a second port, unless another program listens there; 0 = none. Errors:
    /// Locked if another program listens there, Io for any other reason.
    [[nodiscard]] static conversation::Result<std::unique_ptr<HttpServer>>
    start(std::uint16_t port, HttpLimits limits, HttpHandlers handlers, std::uint16_t alsoIfFree = 0);
    /// Only by the local socket at this path. Errors: Io.
    [[nodiscard]] static conversation::Result<std::unique_ptr<HttpServer>>
    startAt(const std::string& path, HttpLimits limits, HttpHandlers handlers);
    /// Listens by the local socket at this path, too, which replaces one that is there. Once, and before anything else
    /// is asked of it. Errors: Io.
    [[nodiscard]] conversation::Result<void> listenAt(const std::string& path);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    [[nodiscard]] std::uint16_t port() const;

    class Private; ///< of http_server.cpp
private:
    explicit HttpServer(std::unique_ptr<Private> made);
    std::unique_ptr<Private> d;
};

} // namespace quarterdeck::gateway
