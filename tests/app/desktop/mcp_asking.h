#pragma once

#include "model/gateway/program_access.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <string>

namespace quarterdeck::test {

inline quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16{0};
}

inline QByteArray mcpPost(const QByteArray& fields, const QByteArray& body)
{
    const std::string token = gateway::accessTokenAt(gateway::accessTokenPath()).value_or(std::string());
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json\r\n"
           "Authorization: Bearer "
        + QByteArray::fromStdString(token) + "\r\n" + fields + "Content-Length: " + QByteArray::number(body.size())
        + "\r\n\r\n" + body;
}

/// A client of MCP that calls a tool, and takes its result as JSON.
class Asking
{
public:
    Asking(quint16 port, const QByteArray& arguments, const char* tool = "ask_human")
        : m_tool(tool)
        , m_arguments(arguments)
    {
        m_socket.connectToHost(QHostAddress::LocalHost, port);
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { take(m_socket.readAll()); });
        m_socket.write(mcpPost({}, R"({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params":
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "Claude Code"}}})"));
    }
    /// Its outcome; empty until then.
    [[nodiscard]] QJsonObject result() const { return m_result; }

private:
    void take(const QByteArray& bytes)
    {
        m_read += bytes;
        const auto body = m_read.indexOf("\r\n\r\n") + 4;
        const auto json = QJsonDocument::fromJson(m_read.mid(body)).object();
        if (body < 4 || json.isEmpty())
            return;
        if (json[u"id"].toInt() == 1)
            m_result = json[u"result"][u"structuredContent"].toObject();
        if (json[u"id"].toInt() != 0)
            return;
        const auto field = m_read.indexOf("Mcp-Session-Id: ");
        const QByteArray session = m_read.mid(field, m_read.indexOf("\r\n", field) + 2 - field);
        m_read.clear();
        m_socket.write(mcpPost(session,
                               R"({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params":
            {"name": ")" + m_tool + R"(", "arguments": )"
                                   + m_arguments + "}}"));
    }

    QTcpSocket m_socket;
    QByteArray m_tool;
    QByteArray m_arguments;
    QByteArray m_read;
    QJsonObject m_result;
};

} // namespace quarterdeck::test
