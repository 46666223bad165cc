#pragma once

#include <QByteArray>
#include <QIODevice>
#include <QObject>
#include <QString>
#include <QTimer>

#include <map>

class QLocalSocket;
class QTcpSocket;

namespace quarterdeck::gateway {

/// Where Quarterdeck is reached: by its local socket, or by a port of this computer.
struct ServerPlace
{
    QString path;
    quint16 port = 0; ///< if there is no path
};

/// One request over a connection of its own, and the reply as it arrives. Nothing is sent before the system has said
/// that a program of this user is at the other end. Thread: one with an event loop.
class HttpCall final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HttpCall)
public:
    struct Request
    {
        QByteArray method;
        QByteArray path;
        std::map<QByteArray, QByteArray> fields = {};
        QByteArray body = {};
    };
    HttpCall(const ServerPlace& place, Request request, QObject* parent);
    ~HttpCall() override;

    /// The connection ends if the reply is not complete by then.
    void setDeadline(int ms);
    /// 0 = there is no reply.
    [[nodiscard]] int status() const { return m_status; }
    /// By its name in lower case; empty if it was not sent.
    [[nodiscard]] QByteArray field(const QByteArray& name) const;
    /// What came since the last call.
    [[nodiscard]] QByteArray readAll();
    /// Something has come, even if it is no reply.
    [[nodiscard]] bool hasHeard() const { return m_status != 0 || !m_raw.isEmpty(); }
    /// The connection ended before the reply did.
    [[nodiscard]] bool isBroken() const { return m_isBroken; }
    /// Somebody else's program listens there, or it is not known whose: nothing was sent.
    [[nodiscard]] bool isOfOthers() const { return m_isOfOthers; }

signals:
    /// More of the body has come.
    void readyRead();
    /// Once.
    void finished();

private:
    enum class Part { Head, Length, Data, Rest, Done };

    void connectLocally(const QString& path);
    void connectTo(quint16 port);
    /// Whose program has accepted the connection is known a moment after it stands.
    void lookWho();
    void send();
    void read();
    [[nodiscard]] bool readPart();
    [[nodiscard]] bool readHead();
    [[nodiscard]] bool readLength();
    [[nodiscard]] bool readData();
    void end(bool isBroken);
    void leave();

    Request m_request;
    QIODevice* m_device = nullptr; ///< one of the next two
    QLocalSocket* m_local = nullptr;
    QTcpSocket* m_tcp = nullptr;
    QTimer m_patience; ///< until whoever has accepted it is known
    int m_looks = 0;
    Part m_part = Part::Head;
    int m_status = 0;
    std::map<QByteArray, QByteArray> m_fields;
    QByteArray m_raw; ///< not understood yet
    QByteArray m_body;
    qint64 m_left = 0; ///< bytes of this piece
    bool m_isChunked = false;
    bool m_isSent = false;
    bool m_isBroken = false;
    bool m_isOfOthers = false;
};

} // namespace quarterdeck::gateway
