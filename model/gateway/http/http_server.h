#pragma once

#include "conversation/error.h"
#include "http/http_message.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace quarterdeck::gateway {

/// What one client can ask for.
struct HttpLimits
{
    std::uint32_t headBytes = 32 * 1024;                ///< more is answered with 431
    std::uint64_t bodyBytes = std::uint64_t{128} << 20; ///< more is answered with 413
    std::size_t connections = 1024;                     ///< further ones wait until one ends
    std::chrono::milliseconds headTime{10'000};         ///< from its first byte on; then the connection ends
    std::chrono::milliseconds bodyTime{60'000};         ///< to send a body, or to take an answer; then it ends, too
    std::chrono::milliseconds idleTime{65'000};         ///< between two requests; then the connection ends
};

/// HTTP/1.1 on 127.0.0.1 and, where there is one, ::1: kept alive, pipelined, chunked, 100-continue. Runs on one thread
/// of its own, on which `handle` is called; who is slow there stalls all. What `refusalOf` (request_rules.h) refuses is
/// answered without it. Made and destroyed on any one thread; the destructor ends every connection and joins the
/// thread, and answers that come later find nobody.
class HttpServer final
{
public:
    using Handle = std::function<void(HttpRequest, AnswerHttp)>;

    /// Port 0 = any free one. Errors: Locked when another program listens there, Io for any other reason.
    [[nodiscard]] static conversation::Result<std::unique_ptr<HttpServer>> start(std::uint16_t port, HttpLimits limits,
                                                                                 Handle handle);
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
