#include "http/http_server.h"

#include "http/http_connection.h"
#include "http/open_files.h"
#include "http/port_holder.h"

#include <QCoreApplication>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <fcntl.h>
#include <map>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace quarterdeck::gateway {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

/// A child process would inherit it and keep it open, and receive connections in our place.
template <typename Socket>
void keepToThisProcess(Socket& socket)
{
#ifdef FD_CLOEXEC
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
#endif
}

conversation::Error notListening(std::uint16_t port, const error_code& error)
{
    const bool isTaken = error == asio::error::address_in_use;
    const QString holder = isTaken ? holderOf(port) : QString();
    const QString sentence = !isTaken ? QCoreApplication::translate("Gateway", "Port %1 cannot be listened on: %2")
                                            .arg(QString::number(port), QString::fromStdString(error.message()))
        : holder.isEmpty()
        ? QCoreApplication::translate("Gateway", "Another program listens on port %1 already.").arg(port)
        : QCoreApplication::translate("Gateway", "%1 listens on port %2 already.").arg(holder, QString::number(port));
    return {isTaken ? conversation::ErrorCode::Locked : conversation::ErrorCode::Io, sentence.toStdString(),
            error.message()};
}

} // namespace

class HttpServer::Private final : public ConnectionHost
{
public:
    Private(HttpLimits given, HttpHandlers handling) : ConnectionHost(given, std::move(handling), m_context) { }
    ~Private();

    std::optional<conversation::Error> listen(std::uint16_t wanted);
    void run()
    {
        for (tcp::acceptor& acceptor : m_acceptors)
            accept(acceptor);
        m_thread = std::thread([this] { m_context.run(); });
    }
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    void end(std::uint64_t id) override;
    void replace(std::uint64_t id, std::shared_ptr<Connection> by) override;

private:
    error_code open(const tcp::endpoint& at);
    /// Accepts the next connection, or waits for one to end if the maximum is reached.
    void accept(tcp::acceptor& acceptor);
    void serve(tcp::socket socket);

    asio::io_context m_context{1};
    std::vector<tcp::acceptor> m_acceptors;
    std::vector<tcp::acceptor*> m_waiting; ///< do not accept, since there are too many connections
    std::deque<tcp::socket> m_early;       ///< came to one address as the last place was taken at the other
    std::map<std::uint64_t, std::shared_ptr<Connection>> m_connections;
    std::uint64_t m_lastId = 0;
    std::uint16_t m_port = 0;
    std::thread m_thread;
};

error_code HttpServer::Private::open(const tcp::endpoint& at)
{
    error_code error;
    tcp::acceptor acceptor(m_context);
    if (acceptor.open(at.protocol(), error))
        return error;
    keepToThisProcess(acceptor);
    acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (at.protocol() == tcp::v6())
        acceptor.set_option(asio::ip::v6_only(true), error);
    if (acceptor.bind(at, error) || acceptor.listen(asio::socket_base::max_listen_connections, error))
        return error;
    m_port = acceptor.local_endpoint().port();
    m_acceptors.push_back(std::move(acceptor));
    return {};
}

std::optional<conversation::Error> HttpServer::Private::listen(std::uint16_t wanted)
{
    if (const error_code error = open({asio::ip::address_v4::loopback(), wanted}))
        return notListening(wanted, error);
    // A machine without IPv6 has no ::1; if ::1 is taken, half of the clients would end up elsewhere.
    const error_code error = open({asio::ip::address_v6::loopback(), m_port});
    if (error == asio::error::address_in_use)
        return notListening(m_port, error);
    return std::nullopt;
}

void HttpServer::Private::accept(tcp::acceptor& acceptor)
{
    if (m_connections.size() >= limits.connections) {
        m_waiting.push_back(&acceptor);
        return;
    }
    acceptor.async_accept([this, &acceptor](const error_code& error, tcp::socket socket) {
        if (error == asio::error::operation_aborted)
            return;
        if (!error) {
            keepToThisProcess(socket);
            if (m_connections.size() < limits.connections)
                serve(std::move(socket));
            else
                m_early.push_back(std::move(socket));
            return accept(acceptor);
        }
        // Most likely out of descriptors; retrying at once would use a whole processor.
        auto pause = std::make_shared<asio::steady_timer>(m_context, std::chrono::milliseconds(100));
        pause->async_wait([this, &acceptor, pause](const error_code& stopped) {
            if (!stopped)
                accept(acceptor);
        });
    });
}

void HttpServer::Private::serve(tcp::socket socket)
{
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const auto made = std::make_shared<HttpConnection>(*this, ++m_lastId, std::move(socket));
    m_connections.emplace(m_lastId, made);
    made->readNext();
}

void HttpServer::Private::end(std::uint64_t id)
{
    m_connections.erase(id);
    if (!m_early.empty()) {
        serve(std::move(m_early.front()));
        m_early.pop_front();
    }
    for (tcp::acceptor* acceptor : std::exchange(m_waiting, {}))
        accept(*acceptor);
}

void HttpServer::Private::replace(std::uint64_t id, std::shared_ptr<Connection> by)
{
    m_connections[id] = std::move(by);
}

HttpServer::Private::~Private()
{
    entrance->shut();
    if (m_thread.joinable()) {
        asio::post(m_context, [this] {
            for (const auto& [id, connection] : m_connections)
                connection->stop();
            m_context.stop();
        });
        m_thread.join();
    }
    // Handlers that never ran hold connections, which must end before what they refer to.
    m_connections.clear();
}

conversation::Result<std::unique_ptr<HttpServer>> HttpServer::start(std::uint16_t port, HttpLimits limits,
                                                                    HttpHandlers handlers)
{
    limits.connections = roomForConnections(limits.connections);
    auto made = std::make_unique<Private>(limits, std::move(handlers));
    if (auto error = made->listen(port))
        return tl::unexpected(std::move(*error));
    made->run();
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(made)));
}

HttpServer::HttpServer(std::unique_ptr<Private> made) : d(std::move(made)) { }
HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return d->port(); }

} // namespace quarterdeck::gateway
