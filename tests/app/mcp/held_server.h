#pragma once

#include <QHostAddress>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::test {

/// Says that it is Quarterdeck when it may, and breaks each call of a tool off.
class HeldServer
{
public:
    HeldServer()
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            auto* socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, read = QByteArray()]() mutable {
                take(*socket, read += socket->readAll());
            });
        });
    }
    Q_DISABLE_COPY_MOVE(HeldServer)
    [[nodiscard]] std::uint16_t port() const { return m_server.serverPort(); }
    /// From now on listeners are told nothing, until `release`.
    void hold() { m_isHolding = true; }
    [[nodiscard]] bool isLookedFor() const { return m_held != nullptr; }
    void release()
    {
        m_isHolding = false;
        if (QTcpSocket* socket = std::exchange(m_held, nullptr))
            answer(*socket, {{"name", "Quarterdeck"}});
    }

    int calls = 0;
    int cancellations = 0;

private:
    void take(QTcpSocket& socket, const QByteArray& read)
    {
        const auto head = read.indexOf("\r\n\r\n");
        static const QRegularExpression length(QStringLiteral("Content-Length: (\\d+)"),
                                               QRegularExpression::CaseInsensitiveOption);
        const auto said = length.match(QString::fromLatin1(read.left(std::max<qsizetype>(head, 0))));
        if (head < 0 || read.size() < head + 4 + said.captured(1).toInt())
            return;
        if (read.startsWith("GET /v1/health"))
            m_isHolding ? static_cast<void>(m_held = &socket) : answer(socket, {{"name", "Quarterdeck"}});
        else
            takeMessage(socket, nlohmann::json::parse(read.mid(head + 4).toStdString(), nullptr, false));
    }
    void takeMessage(QTcpSocket& socket, const nlohmann::json& message)
    {
        const bool isCall = message.value("method", "") == "tools/call";
        calls += isCall ? 1 : 0;
        cancellations += message.value("method", "") == "notifications/cancelled" ? 1 : 0;
        if (isCall)
            socket.abort();
        else
            answer(socket,
                   {{"jsonrpc", "2.0"},
                    {"id", message.value("id", nlohmann::json())},
                    {"result", nlohmann::json::object()}});
    }
    static void answer(QTcpSocket& socket, const nlohmann::json& said)
    {
        const QByteArray body = QByteArray::fromStdString(said.dump());
        socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\nMcp-Session-Id: s\r\n"
                     "Content-Type: application/json\r\nContent-Length: "
                     + QByteArray::number(body.size()) + "\r\n\r\n" + body);
        socket.disconnectFromHost();
    }

    QTcpServer m_server;
    QTcpSocket* m_held = nullptr;
    bool m_isHolding = false;
};

} // namespace quarterdeck::test
