#pragma once

#include "ui/images/remote_images.h"

#include <QFile>
#include <QHostInfo>
#include <QMap>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QStringList>

namespace quarterdeck::test {

/// A server on loopback that proves to be pictures.test and elsewhere.test, and what lets a fetch find it and believe
/// that. Thread: one.
class PictureServer
{
public:
    PictureServer()
    {
        QFile certificate(QStringLiteral(TLS_FOLDER "/pictures.test.pem"));
        QFile key(QStringLiteral(TLS_FOLDER "/pictures.test.key"));
        if (!certificate.open(QIODevice::ReadOnly) || !key.open(QIODevice::ReadOnly))
            qFatal("the certificate for tests is missing");
        m_certificate = QSslCertificate(certificate.readAll());
        QSslConfiguration own = QSslConfiguration::defaultConfiguration();
        own.setLocalCertificate(m_certificate);
        own.setPrivateKey(QSslKey(key.readAll(), QSsl::Ec));
        m_server.setSslConfiguration(own);
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QSslServer::startedEncryptionHandshake, &m_server, [this] { ++calls; });
        QObject::connect(&m_server, &QTcpServer::pendingConnectionAvailable, &m_server, [this] {
            while (QTcpSocket* socket = m_server.nextPendingConnection())
                serve(socket);
        });
    }

    [[nodiscard]] static QByteArray response(const QByteArray& head, const QByteArray& body)
    {
        return "HTTP/1.1 " + head + "\r\nContent-Length: " + QByteArray::number(body.size())
            + "\r\nConnection: close\r\n\r\n" + body;
    }
    [[nodiscard]] static QByteArray redirection(const QString& target)
    {
        return response("302 Found\r\nSet-Cookie: who=you\r\nLocation: " + target.toLatin1(), {});
    }
    [[nodiscard]] QString address(const QString& path, const char* host = "pictures.test") const
    {
        return QStringLiteral("https://%1:%2/%3").arg(QLatin1StringView(host)).arg(m_server.serverPort()).arg(path);
    }
    /// Names below .test are this server; every address may be asked.
    [[nodiscard]] ui::FetchServices ways()
    {
        ui::FetchServices ways = ui::publicWays();
        ways.resolve = [this](const QString& host, QObject*, const std::function<void(const QHostInfo&)>& done) {
            resolved.append(host);
            QHostInfo found;
            if (host.endsWith(QLatin1StringView(".test")))
                found.setAddresses({QHostAddress(QHostAddress::LocalHost)});
            done(found);
        };
        ways.isAllowed = [](const QHostAddress&) { return true; };
        ways.hasProxy = [](const QUrl&) { return false; };
        ways.tls.setCaCertificates({m_certificate});
        return ways;
    }

    QMap<QByteArray, QByteArray> answers; ///< by path; what has none is not answered
    QList<QByteArray> requests;           ///< their heads
    QStringList resolved;
    int calls = 0;

private:
    void serve(QTcpSocket* socket)
    {
        QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, head = QByteArray()]() mutable {
            head += socket->readAll();
            if (!head.contains("\r\n\r\n"))
                return;
            requests.append(head);
            const auto answer = answers.constFind(head.split(' ').value(1));
            if (answer == answers.constEnd())
                return;
            socket->write(*answer);
            socket->disconnectFromHost();
        });
    }

    QSslCertificate m_certificate;
    QSslServer m_server;
};

} // namespace quarterdeck::test
