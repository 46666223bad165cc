#pragma once

#include "model/gateway/http/connection_host.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <deque>
#include <optional>
#include <string>

namespace quarterdeck::gateway {

/// Reads a request, has it answered, writes the reply, and so on. Thread: the server's.
class HttpConnection final : public Connection, public std::enable_shared_from_this<HttpConnection>
{
public:
    HttpConnection(ConnectionHost& host, std::uint64_t id, StreamSocket socket, Peer peer);

    void start() override { readNext(); }
    void stop() override;
    [[nodiscard]] bool isIdle() override;

private:
    class Exchange;
    /// How far the reply to the current request has got.
    enum class Stage { None, Awaited, InPieces };
    struct Piece
    {
        std::string bytes;
        std::function<void()> whenTaken = {};
        bool isLast = false; ///< the answer ends with it
    };
    using Error = boost::system::error_code;

    void readNext();
    void readHead();
    void takeHead();
    void askForBody();
    void readBody();
    void readLargeBody();
    void readOn();
    void watchPiece();
    void handle();
    void becomeWebSocket();
    void becomeGrpc();
    void answer(std::uint64_t request, const HttpResponse& given, std::function<void()> whenTaken);
    void write(const HttpResponse& given, std::function<void()> whenTaken = {});
    void writeOn();
    void begin(std::uint64_t request, const HttpResponse& head);
    void append(std::uint64_t request, const std::string& piece, std::function<void()> whenTaken);
    void endPieces(std::uint64_t request);
    void queue(Piece piece);
    void send();
    void sent();
    void answered();
    void watch(std::uint64_t request, std::function<void()> call);
    void look(std::uint64_t request);
    void fail(const Error& error);
    void refuse(const HttpResponse& given);
    void linger();
    void drain();
    void close();

    ConnectionHost& m_host;
    std::uint64_t m_id;
    Peer m_peer;
    ClientUser m_user = ClientUser::Unknown; ///< looked up when it first matters
    Stream m_stream;
    boost::asio::steady_timer m_piece{m_stream.get_executor()}; ///< the deadline for the next piece of a larger body
    boost::beast::flat_buffer m_buffer;
    std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> m_parser;
    HttpRequest m_request;
    boost::beast::http::response<boost::beast::http::string_body> m_answer;
    std::optional<boost::beast::http::response_serializer<boost::beast::http::string_body>> m_serializer; ///< of it
    std::function<void()> m_whenTaken;
    boost::beast::http::response<boost::beast::http::empty_body> m_continue;
    std::function<void()> m_onGone;
    std::deque<Piece> m_pieces; ///< the first is being sent
    std::size_t m_queuedBytes = 0;
    BodyBudget::Ticket m_ticket = 0; ///< while a larger body is being received
    std::uint64_t m_requests = 0;    ///< the current one's number
    Stage m_stage = Stage::None;
    std::uint64_t m_mostBodyBytes = 0; ///< limit for the current request
    std::uint64_t m_bytesLeft = 0;     ///< in an answer sent in pieces, as announced in its head
    bool m_isChunked = false;
    bool m_isKept = true;
    bool m_isIdle = true; ///< between two requests, or before the first
};

} // namespace quarterdeck::gateway
