#include "app/services/instance_peers.h"

#include <QLoggingCategory>
#include <utility>

namespace quarterdeck::app {

namespace {

Q_LOGGING_CATEGORY(logGuests, "quarterdeck.app.owner")

/// A guest that stops reading gets no more progress, so that it cannot pile up here.
constexpr qint64 mostUnread = 64 << 10;

void tellLast(QLocalSocket& socket, const InstanceMessage& word)
{
    socket.write(lineOf(word));
    socket.disconnectFromServer();
}

} // namespace

ImportPeer::ImportPeer(QLocalSocket& socket, LaunchRequest what)
    : QObject(&socket)
    , m_socket(socket)
    , m_what(std::move(what))
{
    connect(&m_socket, &QLocalSocket::readyRead, this, &ImportPeer::listen);
    connect(&m_socket, &QLocalSocket::disconnected, this, &ImportPeer::cancelled);
}

void ImportPeer::listen()
{
    if (!m_socket.canReadLine() && m_socket.bytesAvailable() < longestHandover)
        return;
    if (m_socket.readLine() == cancelLine) {
        emit cancelled();
    } else {
        qCWarning(logGuests, "whoever waited for an import said something else than to cancel it");
        m_socket.abort();
    }
}

void ImportPeer::follow(transfer::ImportJob& job)
{
    using transfer::ImportJob;
    connect(this, &ImportPeer::cancelled, &job, &ImportJob::cancel);
    connect(&job, &ImportJob::progressed, this, [this](const transfer::ImportProgress& progress) {
        if (m_socket.bytesToWrite() < mostUnread)
            m_socket.write(lineOf(progress));
    });
    connect(&job, &ImportJob::finished, this,
            [this](const transfer::ImportReport& report) { tellLast(m_socket, report); });
    listen(); // it may have come with the request
}

RunPeer::RunPeer(QLocalSocket& socket, LaunchRequest what) : QObject(&socket), m_socket(socket), m_what(std::move(what))
{
    connect(&m_socket, &QLocalSocket::disconnected, this, &RunPeer::cancelled);
}

void RunPeer::listen()
{
    connect(&m_socket, &QLocalSocket::readyRead, this, &RunPeer::listen, Qt::UniqueConnection);
    while (m_socket.canReadLine() || m_socket.bytesAvailable() >= longestHandover) {
        const QByteArray line = m_socket.readLine();
        if (line == cancelLine) {
            emit cancelled();
        } else if (const auto given = runAnswerFrom(line)) {
            emit answered(*given);
        } else {
            qCWarning(logGuests, "whoever waited for a run said something that is no answer");
            return m_socket.abort();
        }
    }
}

void RunPeer::tellBegun(const QString& session, qint64 since) { m_socket.write(lineOf(RunBegun{session, since})); }

void RunPeer::tellProgress(const QString& line)
{
    if (m_socket.bytesToWrite() < mostUnread)
        m_socket.write(lineOf(RunProgress{line}));
}

void RunPeer::askAnswer(const QString& question) { m_socket.write(lineOf(AnswerRequested{question})); }

void RunPeer::tellEnded(const QString& outcome) { tellLast(m_socket, RunEnded{outcome}); }

void RunPeer::refuse(const QString& sentence) { tellLast(m_socket, RequestRejected{sentence}); }

GatewayPeer::GatewayPeer(QLocalSocket& socket) : QObject(&socket), m_socket(socket) { }

void GatewayPeer::tellPort(quint16 port) { m_socket.write(lineOf(GatewayListening{port})); }

HandoffTarget::HandoffTarget(QLocalSocket& socket) : m_socket(socket)
{
    m_socket.disconnect();
    m_socket.setParent(this); // the server would take it with it
    connect(&m_socket, &QLocalSocket::disconnected, this, &HandoffTarget::gone);
    m_socket.write(lineOf(LibraryClosing{}));
    m_socket.flush(); // closing takes this thread: who has not heard it by then waits for nobody
}

void HandoffTarget::sendLibraryReleased(const LibraryReleased& word)
{
    m_socket.write(lineOf(word));
    m_socket.flush();
}

bool HandoffTarget::isGone() const { return m_socket.state() == QLocalSocket::UnconnectedState; }

} // namespace quarterdeck::app
