#pragma once

#include "model/gateway/http/body_budget.h"
#include "model/gateway/http/connection_owner.h"
#include "model/gateway/http/http_server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace quarterdeck::gateway {

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
