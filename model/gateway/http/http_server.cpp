#include "http/http_server.h"

#include "http/request_rules.h"

#include <QCoreApplication>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace quarterdeck::gateway {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

/// By which answers from other threads find the server, or that it is gone.
struct Door
{
    std::mutex mutex;
    asio::io_context* context = nullptr;
};

std::string text(beast::string_view view) { return {view.data(), view.size()}; }

conversation::Error notListening(std::uint16_t port, const error_code& error)
{
    const bool isTaken = error == asio::error::address_in_use;
    const QString sentence = isTaken
        ? QCoreApplication::translate("Gateway", "Another program listens on port %1 already.").arg(port)
        : QCoreApplication::translate("Gateway", "Port %1 cannot be listened on: %2")
              .arg(QString::number(port), QString::fromStdString(error.message()));
    return {isTaken ? conversation::ErrorCode::Locked : conversation::ErrorCode::Io, sentence.toStdString(),
            error.message()};
}

} // namespace

class Connection;

class HttpServer::Private
{
public:
    Private(HttpLimits given, Handle handler) : limits(given), handle(std::move(handler)) { door->context = &context; }
    ~Private();

    std::optional<conversation::Error> listen(std::uint16_t wanted);
    void run()
    {
        for (tcp::acceptor& acceptor : acceptors)
            accept(acceptor);
        thread = std::thread([this] { context.run(); });
    }
    /// The next one, unless there are as many as may be: then when one ends.
    void accept(tcp::acceptor& acceptor);
    void end(std::uint64_t id);

    HttpLimits limits;
    Handle handle;
    asio::io_context context{1};
    std::shared_ptr<Door> door = std::make_shared<Door>();
    std::vector<tcp::acceptor> acceptors;
    std::vector<tcp::acceptor*> waiting; ///< do not accept, since there are too many connections
    std::map<std::uint64_t, std::shared_ptr<Connection>> connections;
    std::uint64_t lastId = 0;
    std::uint16_t port = 0;
    std::thread thread;

private:
    error_code open(const tcp::endpoint& at);
};

/// One client: reads a request, has it answered, writes the answer, and so on. Thread: the server's.
class Connection : public std::enable_shared_from_this<Connection>
{
public:
    Connection(HttpServer::Private& owner, std::uint64_t number, tcp::socket socket)
        : m_server(owner)
        , m_id(number)
        , m_stream(std::move(socket))
    { }

    void readNext()
    {
        m_parser.emplace();
        m_parser->header_limit(m_server.limits.headBytes);
        m_parser->body_limit(m_server.limits.bodyBytes);
        if (m_buffer.size() > 0)
            return readHead();
        m_stream.expires_after(m_server.limits.idleTime);
        m_stream.async_read_some(m_buffer.prepare(4096),
                                 [self = shared_from_this()](const error_code& error, std::size_t size) {
                                     if (error)
                                         return self->close();
                                     self->m_buffer.commit(size);
                                     self->readHead();
                                 });
    }

    void answer(const HttpAnswer& given)
    {
        m_answer = {};
        m_answer.version(11);
        m_answer.result(given.status);
        m_answer.set(http::field::content_type, given.contentType);
        m_answer.body() = given.body;
        m_answer.keep_alive(m_isKept);
        m_answer.prepare_payload();
        m_stream.expires_after(m_server.limits.bodyTime);
        http::async_write(m_stream, m_answer, [self = shared_from_this()](const error_code& error, std::size_t) {
            if (error)
                return self->close();
            self->m_isKept ? self->readNext() : self->linger();
        });
    }

    void stop()
    {
        error_code ignored;
        m_stream.socket().close(ignored);
    }

private:
    void readHead()
    {
        m_stream.expires_after(m_server.limits.headTime);
        http::async_read_header(m_stream, m_buffer, *m_parser,
                                [self = shared_from_this()](const error_code& error, std::size_t) {
                                    error ? self->fail(error) : self->takeHead();
                                });
    }

    void takeHead()
    {
        const auto& head = m_parser->get();
        m_isKept = m_parser->keep_alive();
        m_request = {text(head.method_string()),
                     plainPath({head.target().data(), head.target().size()}),
                     text(head[http::field::host]),
                     text(head[http::field::origin]),
                     text(head[http::field::content_type]),
                     text(head[http::field::content_encoding]),
                     {}};
        // Two hosts are none: who forwards and who answers would each take another.
        if (head.count(http::field::host) > 1)
            m_request.host.clear();
        if (const auto refusal = refusalOf(m_request))
            return refuse(*refusal);
        if (beast::iequals(head[http::field::expect], "100-continue"))
            return askForBody();
        readBody();
    }

    void askForBody()
    {
        m_continue = http::response<http::empty_body>(http::status::continue_, 11);
        http::async_write(m_stream, m_continue, [self = shared_from_this()](const error_code& error, std::size_t) {
            error ? self->close() : self->readBody();
        });
    }

    void readBody()
    {
        m_stream.expires_after(m_server.limits.bodyTime);
        http::async_read(m_stream, m_buffer, *m_parser,
                         [self = shared_from_this()](const error_code& error, std::size_t) {
                             error ? self->fail(error) : self->handle();
                         });
    }

    void handle()
    {
        m_request.body = std::move(m_parser->get().body());
        m_stream.expires_never();
        // The one who answers must not hold the connection: it may do so after the server's end.
        m_server.handle(std::move(m_request), [door = m_server.door, &server = m_server, id = m_id](HttpAnswer given) {
            const std::scoped_lock lock(door->mutex);
            if (!door->context)
                return;
            asio::post(*door->context, [&server, id, given = std::move(given)] {
                const auto found = server.connections.find(id);
                if (found != server.connections.end())
                    found->second->answer(given);
            });
        });
    }

    void fail(const error_code& error)
    {
        if (error == http::error::body_limit)
            return refuse(errorAnswer(413, "The content is too large."));
        if (error == http::error::header_limit || error == http::error::buffer_overflow)
            return refuse(errorAnswer(431, "The head of the request is too large."));
        if (error == beast::error::timeout)
            return close(); // Beast has ended the socket with its time
        const bool isOfHttp = error.category() == make_error_code(http::error::bad_method).category();
        if (isOfHttp && error != http::error::end_of_stream && error != http::error::partial_message)
            return refuse(errorAnswer(400, "This is no HTTP request."));
        close();
    }

    /// What is not read of the request would be taken for the next one.
    void refuse(const HttpAnswer& given)
    {
        m_isKept = false;
        answer(given);
    }

    /// Who still sends when the socket ends loses the answer, which says why it ends.
    void linger()
    {
        error_code ignored;
        m_stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
        m_stream.expires_after(std::chrono::seconds(2));
        drain();
    }

    void drain()
    {
        m_buffer.clear();
        m_stream.async_read_some(m_buffer.prepare(65'536),
                                 [self = shared_from_this()](const error_code& error, std::size_t) {
                                     error ? self->close() : self->drain();
                                 });
    }

    void close()
    {
        error_code ignored;
        m_stream.socket().close(ignored);
        m_server.end(m_id);
    }

    HttpServer::Private& m_server;
    std::uint64_t m_id;
    beast::tcp_stream m_stream;
    beast::flat_buffer m_buffer;
    std::optional<http::request_parser<http::string_body>> m_parser;
    HttpRequest m_request;
    http::response<http::string_body> m_answer;
    http::response<http::empty_body> m_continue;
    bool m_isKept = true;
};

error_code HttpServer::Private::open(const tcp::endpoint& at)
{
    error_code error;
    tcp::acceptor acceptor(context);
    if (acceptor.open(at.protocol(), error))
        return error;
    acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (at.protocol() == tcp::v6())
        acceptor.set_option(asio::ip::v6_only(true), error);
    if (acceptor.bind(at, error) || acceptor.listen(asio::socket_base::max_listen_connections, error))
        return error;
    port = acceptor.local_endpoint().port();
    acceptors.push_back(std::move(acceptor));
    return {};
}

std::optional<conversation::Error> HttpServer::Private::listen(std::uint16_t wanted)
{
    if (const error_code error = open({asio::ip::address_v4::loopback(), wanted}))
        return notListening(wanted, error);
    // A machine without IPv6 has no ::1; one whose ::1 is taken would send half of the clients elsewhere.
    const error_code error = open({asio::ip::address_v6::loopback(), port});
    if (error == asio::error::address_in_use)
        return notListening(port, error);
    return std::nullopt;
}

void HttpServer::Private::accept(tcp::acceptor& acceptor)
{
    if (connections.size() >= limits.connections) {
        waiting.push_back(&acceptor);
        return;
    }
    acceptor.async_accept([this, &acceptor](const error_code& error, tcp::socket socket) {
        if (error == asio::error::operation_aborted)
            return;
        if (!error) {
            error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            const auto made = std::make_shared<Connection>(*this, ++lastId, std::move(socket));
            connections.emplace(lastId, made);
            made->readNext();
            return accept(acceptor);
        }
        // Out of descriptors, most likely: at once again would take all of the processor.
        auto pause = std::make_shared<asio::steady_timer>(context, std::chrono::milliseconds(100));
        pause->async_wait([this, &acceptor, pause](const error_code& stopped) {
            if (!stopped)
                accept(acceptor);
        });
    });
}

void HttpServer::Private::end(std::uint64_t id)
{
    connections.erase(id);
    for (tcp::acceptor* acceptor : std::exchange(waiting, {}))
        accept(*acceptor);
}

HttpServer::Private::~Private()
{
    {
        const std::scoped_lock lock(door->mutex);
        door->context = nullptr;
    }
    if (thread.joinable()) {
        asio::post(context, [this] {
            for (const auto& [id, connection] : connections)
                connection->stop();
            context.stop();
        });
        thread.join();
    }
    // Handlers that never ran hold connections, which are to end before what they refer to.
    connections.clear();
}

conversation::Result<std::unique_ptr<HttpServer>> HttpServer::start(std::uint16_t port, HttpLimits limits,
                                                                    Handle handle)
{
    auto made = std::make_unique<Private>(limits, std::move(handle));
    if (auto error = made->listen(port))
        return tl::unexpected(std::move(*error));
    made->run();
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(made)));
}

HttpServer::HttpServer(std::unique_ptr<Private> made) : d(std::move(made)) { }
HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return d->port; }

} // namespace quarterdeck::gateway
