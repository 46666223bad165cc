#pragma once

#include <QByteArray>
#include <QDeadlineTimer>
#include <QIODevice>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <vector>

class QLocalSocket;
class QTcpSocket;

namespace quarterdeck::app {

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

/// The running Quarterdeck, as seen by a program beside it: found by the local socket of its library or, if that was
/// asked for, by a port. Whose program is there the system tells before anything is said, and it is shown the token, if
/// it needs one, when it has said that it is Quarterdeck. Thread: one with an event loop.
class ServerLink final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerLink)
public:
    struct Options
    {
        QString library;       ///< a path
        quint16 port = 0;      ///< 0 = by the local socket
        QString program;       ///< started if none runs; empty = nothing is started
        QStringList arguments; ///< its arguments
    };
    explicit ServerLink(Options options, QObject* parent = nullptr);

    /// One English sentence for the client's log; empty = it is there.
    using Done = std::function<void(const QString& trouble)>;
    /// Looks for it, and starts it if there is none.
    void find(Done done);
    /// Waits until it is there, however long; whoever ended it may not want it started.
    void await(Done done);
    /// It was missing at the last look.
    [[nodiscard]] bool isAway() const { return m_isAway; }

    /// Sends a request to where it was found.
    [[nodiscard]] HttpCall* call(HttpCall::Request request, QObject* parent) const;
    /// To be sent as "Authorization: Bearer …". Known once it was found by a port; else it needs none.
    [[nodiscard]] const QByteArray& token() const { return m_token; }

signals:
    /// It was looked for and is missing.
    void missed();

private:
    enum class Found { Ours, Nobody, Another, OfOthers };
    void look();
    /// At the first of these places, else the next.
    void lookAt(std::vector<ServerPlace> places);
    [[nodiscard]] std::vector<ServerPlace> places() const;
    void take(Found found);
    [[nodiscard]] QString troubleWith(Found found) const;
    void start();
    void answer(const QString& trouble);

    Options m_options;
    ServerPlace m_place;
    QTimer m_again;
    QDeadlineTimer m_patience{QDeadlineTimer::Forever}; ///< how long those who had it started will wait
    QByteArray m_token;
    std::vector<Done> m_finding;
    std::vector<Done> m_awaiting;
    bool m_isLooking = false;
    bool m_isAway = false;
    bool m_isStarted = false; ///< since it was last found
};

} // namespace quarterdeck::app
