#pragma once

#include <QString>
#include <QTcpServer>
#include <QTcpSocket>

namespace quarterdeck::test {

/// Plays an attacker's server, on the loopback interface: counts who calls. Thread: one.
class Canary
{
public:
    Canary()
    {
        server.listen(QHostAddress::LocalHost);
        QObject::connect(&server, &QTcpServer::newConnection, &server, [this] {
            while (QTcpSocket* socket = server.nextPendingConnection()) {
                ++calls;
                socket->abort();
                socket->deleteLater();
            }
        });
    }
    [[nodiscard]] QString host() const { return QStringLiteral("127.0.0.1:%1").arg(server.serverPort()); }

    QTcpServer server;
    int calls = 0;
};

} // namespace quarterdeck::test
