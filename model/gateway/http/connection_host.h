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

/// By which other threads find the server's, or that it is gone.
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
    /// Closes the socket; nothing is told to anybody.
    virtual void stop() = 0;
};

/// Their server, as connections know it. Thread: the server's.
class ConnectionHost
{
public:
    HttpLimits limits;
    HttpHandlers handlers;
    std::shared_ptr<Entrance> entrance;
    BodyBudget bodies;

    virtual void end(std::uint64_t id) = 0;
    /// One becomes another: the socket goes on.
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
