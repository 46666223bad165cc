#pragma once

#include "model/gateway/http/http_server.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/mcp/mcp_server.h"
#include "model/gateway/routes.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/wait.h"

#include <QTcpSocket>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::test {

inline const QByteArray mcpToken = "the token";
inline const QByteArray bothTypes = "application/json, text/event-stream";

/// What a tool gave.
inline nlohmann::json structuredIn(const nlohmann::json& response)
{
    const auto result = response.is_object() ? response.value("result", nlohmann::json()) : nlohmann::json();
    return result.is_object() ? result.value("structuredContent", nlohmann::json()) : nlohmann::json();
}

inline conversation::AnswerQuestion words(const conversation::QuestionId& id, const std::string& said)
{
    conversation::AnswerQuestion answer;
    answer.id = id;
    answer.content = conversation::textBlocks(said);
    return answer;
}

/// One connection to the MCP server: what is sent and received, byte for byte.
class McpWire
{
public:
    explicit McpWire(std::uint16_t port)
    {
        m_socket.connectToHost(QHostAddress::LocalHost, port);
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { m_read += m_socket.readAll(); });
    }
    void send(const QByteArray& bytes) { m_socket.write(bytes); }
    void hangUp() { m_socket.abort(); }

    /// Until the answer's head is there.
    [[nodiscard]] int status()
    {
        static_cast<void>(waitFor([&] { return m_read.contains("\r\n\r\n"); }));
        return m_read.mid(9, 3).toInt();
    }
    [[nodiscard]] QByteArray field(const QByteArray& name)
    {
        static_cast<void>(status());
        for (const QByteArray& line : m_read.left(m_read.indexOf("\r\n\r\n")).split('\n'))
            if (line.toLower().startsWith(name.toLower() + ':'))
                return line.mid(name.size() + 1).trimmed();
        return {};
    }
    /// The whole body of an answer with a length.
    [[nodiscard]] QByteArray body()
    {
        const int size = field("Content-Length").toInt();
        const auto begin = m_read.indexOf("\r\n\r\n") + 4;
        static_cast<void>(waitFor([&] { return m_read.size() >= begin + size; }));
        return m_read.mid(begin, size);
    }
    [[nodiscard]] nlohmann::json json() { return nlohmann::json::parse(body().toStdString(), nullptr, false); }
    /// The messages of a stream so far; a chunk is an event.
    [[nodiscard]] std::vector<nlohmann::json> events() const
    {
        std::vector<nlohmann::json> found;
        for (const QByteArray& line : m_read.split('\n'))
            if (line.startsWith("data: {"))
                found.push_back(nlohmann::json::parse(line.mid(6).toStdString()));
        return found;
    }
    [[nodiscard]] QByteArray lastEventId() const
    {
        QByteArray id;
        for (const QByteArray& line : m_read.split('\n'))
            if (line.startsWith("id: "))
                id = line.mid(4).trimmed();
        return id;
    }
    /// Until the stream has ended; the response in it, or null.
    [[nodiscard]] nlohmann::json streamed()
    {
        static_cast<void>(waitFor([&] { return hasEnded(); }));
        const auto all = events();
        return all.empty() || !all.back().contains("id") ? nlohmann::json() : all.back();
    }
    [[nodiscard]] bool hasEnded() const { return m_read.endsWith("\r\n0\r\n\r\n"); }
    [[nodiscard]] const QByteArray& read() const { return m_read; }

private:
    QTcpSocket m_socket;
    QByteArray m_read;
};

/// An MCP server with a library of its own. Waiting clients get progress very often.
struct McpHouse
{
    explicit McpHouse(std::chrono::milliseconds longestSilence = gateway::mcp::McpServer::usualSilence,
                      std::chrono::milliseconds haste = gateway::mcp::McpServer::usualHaste)
        : times{std::chrono::milliseconds(10), longestSilence, haste}
    {
        open(0);
    }
    void open(std::uint16_t port)
    {
        kit.hub->start();
        server = std::make_unique<gateway::mcp::McpServer>(
            *kit.hub, times,
            gateway::SessionLimit{std::make_shared<gateway::SessionQuota>(),
                                  [this](const gateway::Caller&, const auto& done) { done(process); }});
        gateway::HttpHandlers handlers;
        handlers.admit = [](const gateway::HttpRequest& head) {
            return gateway::admit(head, gateway::rulesOf(gateway::partOf(head.path)), mcpToken.toStdString());
        };
        handlers.handle = [this](gateway::HttpRequest request, const std::shared_ptr<gateway::HttpExchange>& exchange) {
            gateway::mcp::handleMcpRequest(*server, std::move(request), exchange);
        };
        auto started = gateway::HttpServer::start(port, {}, std::move(handlers));
        if (started)
            http = std::move(*started);
    }
    void restart()
    {
        const std::uint16_t port = http->port(); // as its clients know it
        http.reset();
        server.reset();
        kit.reopen();
        open(port);
    }
    [[nodiscard]] std::uint16_t port() const { return http->port(); }
    /// The only one.
    [[nodiscard]] session::Session* session()
    {
        // A hub that was just made may still be reading what there is.
        (void)test::waitFor([&] { return kit.hub->summaries().size() == 1; });
        const auto& all = kit.hub->summaries();
        return all.size() == 1 ? kit.open(all.front().id) : nullptr;
    }
    /// Whether this many questions are open in the only session, in time.
    [[nodiscard]] bool waitForQuestions(std::size_t count) const
    {
        return waitFor([&] {
            const auto& all = kit.hub->summaries();
            return all.size() == 1 && all.front().openQuestions.size() == count;
        });
    }
    /// The open ones, once there are this many; empty if there never are.
    [[nodiscard]] std::vector<conversation::OpenQuestion> questions(std::size_t count = 1)
    {
        return waitForQuestions(count) ? session()->state()->openQuestions()
                                       : std::vector<conversation::OpenQuestion>();
    }

    /// As the person does it: it is stopped, goes to the archive, and is deleted.
    [[nodiscard]] bool removeSession()
    {
        const session::SessionId id = session()->id();
        session::SessionLabels labels;
        labels.archivedAt = conversation::Timestamp{1};
        int done = 0;
        const auto count = [&](const auto& result) { done += result ? 1 : 0; };
        if (kit.submit(session(), conversation::SetRunState{conversation::RunState::Stopped, {}, {}}).error)
            return false;
        kit.hub->setLabels(id, labels, count);
        // The hub's list knows of it later than who asked for it.
        const auto isArchived = [&] { return kit.hub->summaries().front().labels.archivedAt.has_value(); };
        if (!waitFor([&] { return done == 1 && isArchived(); }))
            return false;
        kit.hub->remove(id, count);
        return waitFor([&] { return done == 2; });
    }

    gateway::mcp::McpServer::Times times;
    std::int64_t process = 0; ///< that requests come from, if one is looked for
    SessionKit kit;
    std::unique_ptr<gateway::mcp::McpServer> server;
    std::unique_ptr<gateway::HttpServer> http;
};

inline QByteArray mcpPost(const QByteArray& body, const QByteArray& fields, const QByteArray& accept = bothTypes)
{
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
        + mcpToken + "\r\nAccept: " + accept + "\r\n" + fields + "Content-Length: " + QByteArray::number(body.size())
        + "\r\n\r\n" + body;
}

inline QByteArray initializing(const char* version = "2025-11-25")
{
    return QByteArray(R"({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": ")")
        + version + R"(", "capabilities": {}, "clientInfo": {"name": "tester", "version": "1"}}})";
}

/// A client with a session: each request has a connection of its own.
class McpClient
{
public:
    explicit McpClient(std::uint16_t port, const char* version = "2025-11-25") : m_port(port), m_version(version)
    {
        McpWire wire(port);
        wire.send(mcpPost(initializing(version), {}));
        session = wire.field("Mcp-Session-Id");
    }
    [[nodiscard]] QByteArray fields() const
    {
        return "Mcp-Session-Id: " + session + "\r\nMCP-Protocol-Version: " + m_version + "\r\n";
    }
    [[nodiscard]] std::unique_ptr<McpWire> send(const nlohmann::json& message,
                                                const QByteArray& accept = bothTypes) const
    {
        auto wire = std::make_unique<McpWire>(m_port);
        wire->send(mcpPost(QByteArray::fromStdString(message.dump()), fields(), accept));
        return wire;
    }
    [[nodiscard]] static nlohmann::json calling(const char* tool, const nlohmann::json& arguments,
                                                const nlohmann::json& id = 1, const nlohmann::json& meta = {})
    {
        nlohmann::json message = {{"jsonrpc", "2.0"},
                                  {"id", id},
                                  {"method", "tools/call"},
                                  {"params", {{"name", tool}, {"arguments", arguments}}}};
        if (!meta.is_null())
            message["params"]["_meta"] = meta;
        return message;
    }
    [[nodiscard]] std::unique_ptr<McpWire> call(const char* tool, const nlohmann::json& arguments) const
    {
        return send(calling(tool, arguments));
    }
    /// Of a call that does not wait.
    [[nodiscard]] nlohmann::json result(const char* tool, const nlohmann::json& arguments) const
    {
        return call(tool, arguments)->json().value("result", nlohmann::json());
    }
    /// Says goodbye; the status of the answer.
    [[nodiscard]] int leave() const
    {
        McpWire wire(m_port);
        wire.send("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + mcpToken + "\r\n" + fields()
                  + "\r\n");
        return wire.status();
    }
    [[nodiscard]] std::unique_ptr<McpWire> resume(const QByteArray& eventId) const
    {
        auto wire = std::make_unique<McpWire>(m_port);
        wire->send("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + mcpToken
                   + "\r\nAccept: text/event-stream\r\n" + fields() + "Last-Event-ID: " + eventId + "\r\n\r\n");
        return wire;
    }

    QByteArray session;

private:
    std::uint16_t m_port;
    QByteArray m_version;
};

} // namespace quarterdeck::test
