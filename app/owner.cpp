#include "app/owner.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QStandardPaths>
#include <utility>

namespace quarterdeck::app {

namespace {

Q_LOGGING_CATEGORY(logOwner, "quarterdeck.app.owner")

/// Whoever reads no more hears no more of the progress: it must not pile up here.
constexpr qint64 mostUnread = 64 << 10;

void refuse(QLocalSocket& guest, const QString& sentence)
{
    qCWarning(logOwner).noquote() << sentence;
    guest.disconnect(); // nothing more of it is read
    QObject::connect(&guest, &QLocalSocket::disconnected, &guest, &QObject::deleteLater);
    guest.write(lineOf(Refused{sentence}));
    guest.disconnectFromServer();
}

} // namespace

QString ownerAddress(const QString& library)
{
    const QFileInfo info(library);
    const QString canonical = info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
    constexpr qsizetype enough = 16; // an address has some hundred characters at most
    const QByteArray hash =
        QCryptographicHash::hash(canonical.toUtf8(), QCryptographicHash::Sha256).toHex().left(enough);
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) + QStringLiteral("/quarterdeck-")
        + QString::fromLatin1(hash);
}

bool handOver(const QString& library, const Handover& what, std::chrono::milliseconds patience)
{
    const int patienceMs = static_cast<int>(patience.count());
    QLocalSocket socket;
    socket.connectToServer(ownerAddress(library));
    if (!socket.waitForConnected(patienceMs))
        return false;
    socket.write(lineOf(what));
    while (!socket.canReadLine() && socket.waitForReadyRead(patienceMs)) { }
    const std::optional<OwnerWord> word = ownerWordFrom(socket.readLine());
    return word && std::holds_alternative<Taken>(*word);
}

ImportGuest::ImportGuest(QLocalSocket& socket, Handover what)
    : QObject(&socket)
    , m_socket(socket)
    , m_what(std::move(what))
{
    connect(&m_socket, &QLocalSocket::readyRead, this, &ImportGuest::listen);
    connect(&m_socket, &QLocalSocket::disconnected, this, &ImportGuest::cancelled);
}

void ImportGuest::listen()
{
    if (!m_socket.canReadLine() && m_socket.bytesAvailable() < longestHandover)
        return;
    if (m_socket.readLine() == cancelLine) {
        emit cancelled();
    } else {
        qCWarning(logOwner, "whoever waited for an import said something else than to cancel it");
        m_socket.abort();
    }
}

void ImportGuest::follow(transfer::ImportJob& job)
{
    using transfer::ImportJob;
    connect(this, &ImportGuest::cancelled, &job, &ImportJob::cancel);
    connect(&job, &ImportJob::progressed, this, [this](const transfer::ImportProgress& progress) {
        if (m_socket.bytesToWrite() < mostUnread)
            m_socket.write(lineOf(progress));
    });
    connect(&job, &ImportJob::finished, this, [this](const transfer::ImportReport& report) {
        m_socket.write(lineOf(report));
        m_socket.disconnectFromServer();
    });
    listen(); // it may have come with the request
}

Owner::Owner(const QString& library, Face face, QObject* parent) : QObject(parent), m_face(face)
{
    const QString address = ownerAddress(library);
    QLocalServer::removeServer(address);
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &Owner::welcome);
    if (!m_server.listen(address))
        qCWarning(logOwner).noquote() << "later starts cannot be heard:" << m_server.errorString();
}

void Owner::welcome()
{
    while (QLocalSocket* guest = m_server.nextPendingConnection()) {
        guest->setReadBufferSize(longestHandover);
        connect(guest, &QLocalSocket::disconnected, guest, &QObject::deleteLater);
        connect(guest, &QLocalSocket::readyRead, this, [this, guest] { read(*guest); });
        read(*guest);
    }
}

void Owner::read(QLocalSocket& guest)
{
    if (!guest.canReadLine() && guest.bytesAvailable() < longestHandover)
        return;
    if (const std::optional<Handover> what = handoverFrom(guest.readLine()))
        take(guest, *what);
    else
        refuse(
            guest,
            QCoreApplication::translate("Owner", "What was asked of the program that has the library is no request."));
}

void Owner::take(QLocalSocket& guest, const Handover& what)
{
    if (!what.isImport && m_face == Face::None) {
        refuse(guest, QCoreApplication::translate("Owner", "The program that has the library has no window."));
        return;
    }
    disconnect(&guest, &QLocalSocket::readyRead, this, nullptr);
    guest.write(lineOf(Taken{}));
    guest.flush(); // who has not heard it looks for somebody else
    if (what.isImport) {
        emit importAsked(*new ImportGuest(guest, what));
    } else {
        guest.disconnectFromServer();
        emit asked(what);
    }
}

} // namespace quarterdeck::app
