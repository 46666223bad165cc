#pragma once

#include "http/connection_host.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <optional>

namespace quarterdeck::gateway {

/// Reads a request, has it answered, writes the answer, and so on. Thread: the server's.
class HttpConnection final : public Connection, public std::enable_shared_from_this<HttpConnection>
{
public:
    HttpConnection(ConnectionHost& host, std::uint64_t id, boost::asio::ip::tcp::socket socket);

    void readNext();
    void stop() override;

private:
    class Exchange;
    using Error = boost::system::error_code;

    void readHead();
    void takeHead();
    void readFields();
    void askForBody();
    void readBody();
    void handle();
    void becomeWebSocket();
    void answer(std::uint64_t request, const HttpAnswer& given);
    void write(const HttpAnswer& given);
    void watch(std::uint64_t request, std::function<void()> call);
    void look(std::uint64_t request);
    void fail(const Error& error);
    void refuse(const HttpAnswer& given);
    void linger();
    void drain();
    void close();

    ConnectionHost& m_host;
    std::uint64_t m_id;
    boost::beast::tcp_stream m_stream;
    boost::beast::flat_buffer m_buffer;
    std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> m_parser;
    HttpRequest m_request;
    boost::beast::http::response<boost::beast::http::string_body> m_answer;
    boost::beast::http::response<boost::beast::http::empty_body> m_continue;
    std::function<void()> m_onGone;
    std::uint64_t m_requests = 0; ///< the number of the one at work
    bool m_isAwaited = false;     ///< it has no answer yet
    bool m_isKept = true;
};

} // namespace quarterdeck::gateway
