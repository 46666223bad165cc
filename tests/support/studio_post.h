#pragma once

#include "wait.h"

#include <QByteArray>
#include <QHostAddress>
#include <QTcpSocket>
#include <cstdint>

namespace quarterdeck::test {

/// The bytes of a post of AgentScope's protocol. `fields`: further lines of its head, each with its end.
[[nodiscard]] inline QByteArray studioPost(const QByteArray& route, const QByteArray& body,
                                           const QByteArray& fields = {})
{
    return "POST /trpc/" + route + " HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\n" + fields
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

/// Posts it over a connection of its own and waits: head and body of the answer.
[[nodiscard]] inline QByteArray answerToPost(std::uint16_t port, const QByteArray& route, const QByteArray& body)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, port);
    socket.write(studioPost(route, body));
    QByteArray read;
    static_cast<void>(waitFor([&] {
        read += socket.readAll();
        return read.endsWith('}');
    }));
    return read;
}

} // namespace quarterdeck::test
