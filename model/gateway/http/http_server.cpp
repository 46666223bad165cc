#include "model/gateway/http/http_server.h"

#include "model/gateway/http/connection_owner.h"
#include "model/gateway/http/http_connection.h"
#include "model/gateway/http/server_limits.h"
#include "model/gateway/program_access.h"

#include <QCoreApplication>
#include <algorithm>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <list>
#include <map>
#include <netinet/in.h>
#include <optional>
#include <set>
#include <sys/un.h>
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
    const QString holder = isTaken ? processOnPort(port) : QString();
    const QString sentence = !isTaken ? QCoreApplication::translate("Gateway", "Cannot listen on port %1: %2")
                                            .arg(QString::number(port), QString::fromStdString(error.message()))
        : holder.isEmpty()
        ? QCoreApplication::translate("Gateway", "Another program is already listening on port %1.").arg(port)
        : QCoreApplication::translate("Gateway", "%1 is already listening on port %2.")
              .arg(holder, QString::number(port));
    return {isTaken ? conversation::ErrorCode::Locked : conversation::ErrorCode::Io, sentence.toStdString(),
            error.message()};
}

/// Without an address for a local socket.
ConnectionEnd endOf(const asio::generic::stream_protocol::endpoint& endpoint)
{
    const auto* address = reinterpret_cast<const sockaddr*>(endpoint.data());
    if (address->sa_family == AF_INET) {
        sockaddr_in v4 = {};
        std::memcpy(&v4, endpoint.data(), std::min(sizeof v4, endpoint.size()));
        return {std::string(reinterpret_cast<const char*>(&v4.sin_addr), sizeof v4.sin_addr), ntohs(v4.sin_port)};
    }
    if (address->sa_family != AF_INET6)
        return {};
    sockaddr_in6 v6 = {};
    std::memcpy(&v6, endpoint.data(), std::min(sizeof v6, endpoint.size()));
    return {std::string(reinterpret_cast<const char*>(&v6.sin6_addr), sizeof v6.sin6_addr), ntohs(v6.sin6_port)};
}

Peer peerOf(StreamSocket& socket)
{
    error_code error; // it may have left by now
    Peer peer;
    const auto here = socket.local_endpoint(error);
    peer.isLocal = !error && here.protocol().family() == AF_UNIX;
    if (peer.isLocal)
        peer.process = ownProcessAt(socket.native_handle());
    else if (const auto there = socket.remote_endpoint(error); !error) {
        peer.client = endOf(there);
        peer.server = endOf(here);
    }
    return peer;
}

} // namespace

class HttpServer::Private final : public ConnectionHost
{
public:
    Private(HttpLimits given, HttpHandlers handling) : ConnectionHost(given, std::move(handling), m_context) { }
    ~Private();

    std::optional<conversation::Error> listen(std::uint16_t wanted);
    std::optional<conversation::Error> listenAt(const std::string& path);
    /// On a second port, if it is free.
    void listenAlso(std::uint16_t wanted);
    void run()
    {
        for (Acceptor& acceptor : m_acceptors)
            accept(acceptor);
        m_thread = std::thread([this] { m_context.run(); });
    }
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    void end(std::uint64_t id) override;
    void setIdle(std::uint64_t id) override;
    [[nodiscard]] bool isCrowded(std::uint64_t id) const override;
    void replace(std::uint64_t id, std::shared_ptr<Connection> by) override;

private:
    using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;
    struct Arrived
    {
        StreamSocket socket;
        Peer peer;
    };
    /// Whose a connection is: by process, or by user if that is not known.
    struct Owner
    {
        bool isKnown = false;
        std::int64_t process = 0;
        std::uint32_t user = 0;
        friend bool operator==(const Owner&, const Owner&) = default;
    };
    struct Held
    {
        std::shared_ptr<Connection> connection;
        Peer peer = {};
        Owner owner = {};            ///< looked up when there are many
        std::uint64_t idleSince = 0; ///< by a clock that counts what happens; 0 = it is no more asked for requests
        bool isNew = true;           ///< it has not been answered yet
        bool isParked = false;       ///< its process has as many as it may: nothing of it is read yet
    };
    using Connections = std::map<std::uint64_t, Held>;

    error_code open(const tcp::endpoint& at);
    void add(Acceptor acceptor) { m_acceptors.push_back(std::move(acceptor)); }
    /// Accepts the next connection, or waits for one to end if the maximum is reached.
    void accept(Acceptor& acceptor);
    void take(Arrived arrived);
    void serve(Arrived arrived);
    [[nodiscard]] bool isFull() const { return m_connections.size() >= limits.connections; }
    /// Ends the connection that is the least needed of all, or of one owner; false if a request of each is under way.
    bool makeRoom(const Owner* of = nullptr);
    [[nodiscard]] bool isDispensable(std::uint64_t id, const Held& held) const;
    void learnOwners();
    [[nodiscard]] std::size_t countOf(const Owner& owner) const;
    [[nodiscard]] bool mayHaveMore(const Owner& owner);
    /// Serves whoever waits, as far as there is room now.
    void relieve();

    asio::io_context m_context{1};
    std::list<Acceptor> m_acceptors;
    std::vector<Acceptor*> m_waiting; ///< do not accept, since there are too many connections
    std::deque<Arrived> m_early;      ///< came as the last place was taken
    Connections m_connections;
    std::size_t m_parked = 0; ///< of them
    std::uint64_t m_lastId = 0;
    std::uint64_t m_clock = 0;
    std::int64_t m_lastProcess = 0; ///< that was found: the next one is likely the same
    std::uint16_t m_port = 0;
    std::string m_path; ///< of the local socket; empty = none
    FileIdentity m_file;
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
    add(std::move(acceptor));
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

void HttpServer::Private::listenAlso(std::uint16_t wanted)
{
    const std::size_t before = m_acceptors.size();
    const std::uint16_t port = m_port;
    if (listen(wanted))
        while (m_acceptors.size() > before) // half of the clients would end up elsewhere
            m_acceptors.pop_back();
    m_port = port;
}

/// Thread: the maker's. Its connections are accepted on the server's.
std::optional<conversation::Error> HttpServer::Private::listenAt(const std::string& path)
{
    using local = asio::local::stream_protocol;
    if (auto problem = clearLocalAddress(path))
        return problem;
    const auto notHere = [&](const std::string& why) {
        return conversation::Error{conversation::ErrorCode::Io,
                                   QCoreApplication::translate("Gateway", "Cannot listen on the local socket %1: %2")
                                       .arg(QString::fromStdString(path), QString::fromStdString(why))
                                       .toStdString(),
                                   why};
    };
    error_code error;
    local::acceptor acceptor(m_context);
    constexpr std::size_t longest = sizeof(sockaddr_un::sun_path) - 1;
    if (path.size() > longest)
        return notHere(error_code(asio::error::name_too_long).message());
    if (acceptor.open(local(), error) || acceptor.bind(local::endpoint(path), error))
        return notHere(error.message());
    keepToThisProcess(acceptor);
    const auto file = closedToOthers(path); // nobody can connect before it listens
    if (!file || acceptor.listen(asio::socket_base::max_listen_connections, error)) {
        ::unlink(path.c_str());
        return notHere(error.message());
    }
    m_path = path;
    m_file = *file;
    asio::post(m_context, [this, made = std::make_shared<local::acceptor>(std::move(acceptor))] {
        add(std::move(*made));
        accept(m_acceptors.back());
    });
    return std::nullopt;
}

void HttpServer::Private::accept(Acceptor& acceptor)
{
    if (!m_early.empty()) {
        m_waiting.push_back(&acceptor);
        return;
    }
    acceptor.async_accept([this, &acceptor](const error_code& error, StreamSocket socket) {
        if (error == asio::error::operation_aborted)
            return;
        if (!error) {
            keepToThisProcess(socket);
            Peer peer = peerOf(socket);
            take({std::move(socket), std::move(peer)});
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

void HttpServer::Private::take(Arrived arrived)
{
    if (arrived.peer.isLocal && arrived.peer.process == 0)
        return; // somebody else's; the socket closes
    if (!m_early.empty() || (isFull() && !makeRoom()))
        m_early.push_back(std::move(arrived));
    else
        serve(std::move(arrived));
}

void HttpServer::Private::serve(Arrived arrived)
{
    error_code ignored;
    if (!arrived.peer.isLocal)
        arrived.socket.set_option(tcp::no_delay(true), ignored);
    const std::uint64_t id = ++m_lastId;
    Held held;
    held.connection = std::make_shared<HttpConnection>(*this, id, std::move(arrived.socket), arrived.peer);
    held.peer = std::move(arrived.peer);
    held.idleSince = ++m_clock;
    auto& kept = m_connections.emplace(id, std::move(held)).first->second;
    // Nobody can have more than that if all together have not.
    if (m_connections.size() > limits.connectionsOfProcess) {
        learnOwners();
        kept.isParked = true;
        ++m_parked;
        return relieve();
    }
    kept.connection->start();
}

/// Looks up all that are not known yet, at once.
void HttpServer::Private::learnOwners()
{
    const SocketTables tables = SocketTables::now();
    std::map<std::uint64_t, Held*> bySocket;
    std::set<std::uint64_t> sockets;
    for (auto& [id, held] : m_connections) {
        if (held.owner.isKnown)
            continue;
        held.owner.isKnown = true;
        held.owner.process = held.peer.process;
        const auto socket = held.peer.isLocal ? std::nullopt : ownerIn(tables, held.peer.client, held.peer.server);
        if (!socket)
            continue;
        held.owner.user = socket->user;
        bySocket[socket->inode] = &held;
        sockets.insert(socket->inode);
    }
    for (const auto& [socket, process] : processesOf(std::move(sockets), m_lastProcess))
        bySocket[socket]->owner.process = m_lastProcess = process;
}

std::size_t HttpServer::Private::countOf(const Owner& owner) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_connections, [&](const auto& one) { return !one.second.isParked && one.second.owner == owner; }));
}

bool HttpServer::Private::mayHaveMore(const Owner& owner)
{
    return countOf(owner) < limits.connectionsOfProcess || makeRoom(&owner);
}

bool HttpServer::Private::isDispensable(std::uint64_t id, const Held& held) const
{
    // Whoever has just connected is about to say something.
    constexpr std::uint64_t fresh = 64;
    const bool isFresh = held.isNew && m_lastId - id < fresh;
    return held.idleSince != 0 && !isFresh && !held.isParked && held.connection->isIdle();
}

/// Of those that wait the longest-silent one goes; before them, whoever is more than its process may have.
bool HttpServer::Private::makeRoom(const Owner* of)
{
    auto least = m_connections.end();
    for (auto one = m_connections.begin(); one != m_connections.end(); ++one) {
        const Held& held = one->second;
        const bool isMeant = of == nullptr ? held.isParked || isDispensable(one->first, held)
                                           : held.owner == *of && isDispensable(one->first, held);
        const auto rank = [](const Held& which) { return std::pair(!which.isParked, which.idleSince); };
        if (isMeant && (least == m_connections.end() || rank(held) < rank(least->second)))
            least = one;
    }
    if (least == m_connections.end())
        return false;
    const Held gone = std::move(least->second);
    m_parked -= std::size_t{gone.isParked};
    m_connections.erase(least);
    gone.connection->stop(); // it finds that it is not among them any more
    return true;
}

void HttpServer::Private::relieve()
{
    Owner full;
    for (auto one = m_connections.begin(); m_parked > 0 && one != m_connections.end(); ++one) {
        Held& held = one->second; // what is ended meanwhile is another one
        if (!held.isParked || held.owner == full)
            continue;
        if (!mayHaveMore(held.owner)) {
            full = held.owner;
            continue;
        }
        held.isParked = false;
        --m_parked;
        held.connection->start();
    }
    while (!m_early.empty() && (!isFull() || makeRoom())) {
        Arrived next = std::move(m_early.front());
        m_early.pop_front();
        serve(std::move(next));
    }
    if (m_early.empty())
        for (Acceptor* acceptor : std::exchange(m_waiting, {}))
            accept(*acceptor);
}

void HttpServer::Private::end(std::uint64_t id)
{
    if (const auto gone = m_connections.extract(id); !gone.empty())
        m_parked -= std::size_t{gone.mapped().isParked};
    relieve();
}

void HttpServer::Private::setIdle(std::uint64_t id)
{
    const auto found = m_connections.find(id);
    if (found == m_connections.end())
        return;
    found->second.idleSince = ++m_clock;
    found->second.isNew = false;
    if (m_parked > 0 || !m_early.empty())
        asio::post(m_context, [this] { relieve(); });
}

bool HttpServer::Private::isCrowded(std::uint64_t id) const
{
    const auto self = m_connections.find(id);
    return !m_early.empty()
        || (m_parked > 0 && self != m_connections.end() && std::ranges::any_of(m_connections, [&](const auto& one) {
                return one.second.isParked && one.second.owner == self->second.owner;
            }));
}

void HttpServer::Private::replace(std::uint64_t id, std::shared_ptr<Connection> by)
{
    const auto found = m_connections.find(id);
    if (found == m_connections.end())
        return;
    found->second.connection = std::move(by);
    found->second.idleSince = 0;
}

HttpServer::Private::~Private()
{
    entrance->shut();
    if (m_thread.joinable()) {
        asio::post(m_context, [this] {
            for (const auto& [id, held] : m_connections)
                held.connection->stop();
            m_context.stop();
        });
        m_thread.join();
    }
    // Handlers that never ran hold connections, which must end before what they refer to.
    m_connections.clear();
    if (!m_path.empty())
        removeLocalAddress(m_path, m_file);
}

conversation::Result<std::unique_ptr<HttpServer>> HttpServer::start(std::uint16_t port, HttpLimits limits,
                                                                    HttpHandlers handlers, std::uint16_t alsoIfFree)
{
    limits.connections = roomForConnections(limits.connections);
    auto made = std::make_unique<Private>(limits, std::move(handlers));
    if (auto error = made->listen(port))
        return tl::unexpected(std::move(*error));
    if (alsoIfFree != 0)
        made->listenAlso(alsoIfFree);
    made->run();
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(made)));
}

conversation::Result<std::unique_ptr<HttpServer>> HttpServer::startAt(const std::string& path, HttpLimits limits,
                                                                      HttpHandlers handlers)
{
    limits.connections = roomForConnections(limits.connections);
    auto made = std::make_unique<Private>(limits, std::move(handlers));
    if (auto error = made->listenAt(path))
        return tl::unexpected(std::move(*error));
    made->run();
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(made)));
}

conversation::Result<void> HttpServer::listenAt(const std::string& path)
{
    if (auto error = d->listenAt(path))
        return tl::unexpected(std::move(*error));
    return {};
}

HttpServer::HttpServer(std::unique_ptr<Private> made) : d(std::move(made)) { }
HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return d->port(); }

} // namespace quarterdeck::gateway
