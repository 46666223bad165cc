#include "asking_client.h"

#include <QDeadlineTimer>
#include <QHostAddress>
#include <QTcpSocket>
#include <chrono>
#include <functional>
#include <utility>

namespace quarterdeck::bench {

namespace {

constexpr int limitMs = 60'000;

bool connectTo(QTcpSocket& socket, std::uint16_t port)
{
    socket.connectToHost(QHostAddress::LocalHost, port);
    return socket.waitForConnected(limitMs);
}

/// Everything that came until the expected, or the limit.
QByteArray answerTo(QTcpSocket& socket, const QByteArray& request, const std::function<bool(const QByteArray&)>& isAll)
{
    socket.write(request);
    socket.flush();
    QByteArray read;
    const QDeadlineTimer limit(limitMs);
    while (!isAll(read) && !limit.hasExpired() && socket.waitForReadyRead(static_cast<int>(limit.remainingTime())))
        read += socket.readAll();
    return read;
}

bool hasHead(const QByteArray& read) { return read.contains("\r\n\r\n"); }

} // namespace

double wallClockMs()
{
    using namespace std::chrono;
    return duration<double, std::milli>(system_clock::now().time_since_epoch()).count();
}

AskingClient::AskingClient(std::uint16_t port, QByteArray token) : m_port(port), m_token(std::move(token)) { }

QByteArray AskingClient::requestOf(const QByteArray& message) const
{
    const QByteArray session = m_session.isEmpty()
        ? QByteArray()
        : "Mcp-Session-Id: " + m_session + "\r\nMCP-Protocol-Version: 2025-11-25\r\n";
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
           "Accept: application/json, text/event-stream\r\nAuthorization: Bearer "
        + m_token + "\r\n" + session + "Content-Length: " + QByteArray::number(message.size()) + "\r\n\r\n" + message;
}

bool AskingClient::begin()
{
    QTcpSocket socket;
    if (!connectTo(socket, m_port))
        return false;
    const QByteArray begun = answerTo(socket, requestOf(R"({"jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "Agent"}}})"),
                                      hasHead);
    const QByteArray field = "Mcp-Session-Id: ";
    const auto at = begun.indexOf(field);
    if (at < 0)
        return false;
    m_session = begun.mid(at + field.size(), begun.indexOf("\r\n", at) - at - field.size());
    QTcpSocket next;
    return connectTo(next, m_port)
        && answerTo(next, requestOf(R"({"jsonrpc": "2.0", "method": "notifications/initialized"})"), hasHead)
               .startsWith("HTTP/1.1 202");
}

AskingClient::Asked AskingClient::ask(const QByteArray& question)
{
    QTcpSocket socket;
    if (!connectTo(socket, m_port))
        return {};
    const QByteArray request = requestOf(R"({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params":
        {"name": "ask_human", "arguments": {"question": ")"
                                         + question + R"(", "options": ["yes", "no"]}}})");
    Asked asked;
    asked.sentAtMs = wallClockMs();
    const auto isAll = [](const QByteArray& read) { return read.endsWith("\r\n0\r\n\r\n"); };
    asked.isAnswered = answerTo(socket, request, isAll).contains(R"("status": "answered")");
    return asked;
}

} // namespace quarterdeck::bench
