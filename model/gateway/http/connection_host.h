#pragma once

#include "model/gateway/http/connection_owner.h"
#include "model/gateway/http/http_message.h"
#include "model/gateway/http/http_server.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/http/server_limits.h"

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/http.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace quarterdeck::gateway {

/// The server's sockets, whether over TCP or local: for the few sources that include Beast.

using StreamSocket = boost::asio::generic::stream_protocol::socket;
using Stream = boost::beast::basic_stream<boost::asio::generic::stream_protocol, StreamSocket::executor_type>;

/// Converts heads between Beast and the server's handlers: for the few sources that include Beast.

/// Without its body.
template <typename Body>
HttpRequest requestOf(const boost::beast::http::request<Body>& head)
{
    const HostAndTarget sent = hostAndTarget({head.target().data(), head.target().size()});
    const std::string target = targetMeantBy(sent.target);
    HttpRequest request = {std::string(head.method_string()), plainPath(target), queryOf(target), {}, {}};
    for (const auto& field : head) { // one that is sent twice is a list
        std::string& value = request.fields[lowerCase(std::string(field.name_string()))];
        value += (value.empty() ? "" : ", ") + std::string(field.value());
    }
    // Two hosts count as none: a proxy and a server might each pick a different one.
    if (head.count(boost::beast::http::field::host) > 1)
        request.fields.erase("host");
    else if (!sent.host.empty())
        request.fields["host"] = sent.host;
    return request;
}

/// Without its body.
inline boost::beast::http::response<boost::beast::http::string_body> responseOf(const HttpResponse& given)
{
    boost::beast::http::response<boost::beast::http::string_body> response;
    response.version(11);
    response.result(given.status);
    response.set(boost::beast::http::field::content_type, given.contentType);
    response.set(boost::beast::http::field::cache_control, "no-store");
    for (const auto& [name, value] : given.fields)
        response.set(name, value);
    if (given.wholeBytes)
        response.content_length(*given.wholeBytes);
    return response;
}

/// How other threads reach the server, or find that it is gone.
class ServerHandle
{
public:
    explicit ServerHandle(boost::asio::io_context& context) : m_context(&context) { }

    /// Dropped once the entrance is shut.
    void post(std::function<void()> call)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_context != nullptr)
            boost::asio::post(*m_context, std::move(call));
    }
    void shut()
    {
        const std::scoped_lock lock(m_mutex);
        m_context = nullptr;
    }

private:
    std::mutex m_mutex;
    boost::asio::io_context* m_context;
};

/// The other end of a connection.
struct Peer
{
    ConnectionEnd client; ///< without an address for a local socket
    ConnectionEnd server;
    bool isLocal = false;     ///< by the local socket, from a program of this user
    std::int64_t process = 0; ///< known for a local socket
};

/// Why a program of that user may not be here, if so. Whose it is does not change, so it is looked up once, into
/// `known`.
[[nodiscard]] std::optional<HttpResponse> refusalOfUser(const Peer& peer, ClientUser& known);

/// One client on its socket. Thread: the server's.
class Connection
{
public:
    virtual ~Connection() = default;
    /// Closes the socket without notifying anybody.
    virtual void stop() = 0;
    /// Takes the client's first request. Nothing is read before that.
    virtual void start() { }
    /// No request of the client is under way, and none of its bytes waits to be read.
    [[nodiscard]] virtual bool isIdle() { return false; }
};

/// The server, as its connections see it. Thread: the server's.
class ConnectionHost
{
public:
    HttpLimits limits;
    HttpHandlers handlers;
    std::shared_ptr<ServerHandle> entrance;
    BodyBudget bodies;

    /// Of a body that has arrived: counts as in memory while this lives, which may be longer than the server.
    [[nodiscard]] std::shared_ptr<void> holdOf(BodyBudget::Ticket ticket);

    virtual void end(std::uint64_t id) = 0;
    /// From now on it waits for its client's next request.
    virtual void setIdle(std::uint64_t id) = 0;
    /// Others wait for this one's place, so it should not be kept for a later request.
    [[nodiscard]] virtual bool isCrowded(std::uint64_t id) const = 0;
    /// Replaces one by another, which takes over the socket.
    virtual void replace(std::uint64_t id, std::shared_ptr<Connection> by) = 0;

protected:
    ConnectionHost(HttpLimits given, HttpHandlers handling, boost::asio::io_context& context)
        : limits(given)
        , handlers(std::move(handling))
        , entrance(std::make_shared<ServerHandle>(context))
        , bodies(given.bodiesBytes)
    { }
    ~ConnectionHost() = default;
};

} // namespace quarterdeck::gateway
