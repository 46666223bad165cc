#pragma once

#include "http/body_budget.h"
#include "http/http_server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace quarterdeck::gateway {

/// How other threads reach the server, or find that it is gone.
class Entrance
{
public:
    explicit Entrance(boost::asio::io_context& context) : m_context(&context) { }

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

/// One client on its socket. Thread: the server's.
class Connection
{
public:
    virtual ~Connection() = default;
    /// Closes the socket without notifying anybody.
    virtual void stop() = 0;
};

/// The server, as its connections see it. Thread: the server's.
class ConnectionHost
{
public:
    HttpLimits limits;
    HttpHandlers handlers;
    std::shared_ptr<Entrance> entrance;
    BodyBudget bodies;

    virtual void end(std::uint64_t id) = 0;
    /// Replaces one by another, which takes over the socket.
    virtual void replace(std::uint64_t id, std::shared_ptr<Connection> by) = 0;

protected:
    ConnectionHost(HttpLimits given, HttpHandlers handling, boost::asio::io_context& context)
        : limits(given)
        , handlers(std::move(handling))
        , entrance(std::make_shared<Entrance>(context))
        , bodies(given.bodiesBytes)
    { }
    ~ConnectionHost() = default;
};

} // namespace quarterdeck::gateway
