#include "app/owner.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLoggingCategory>
#include <QStandardPaths>
#include <optional>

namespace quarterdeck::app {

namespace {

Q_LOGGING_CATEGORY(logOwner, "quarterdeck.app.owner")

const QByteArray taken = QByteArrayLiteral("taken\n");
/// Nobody types so many names of files.
constexpr qint64 longestRequest = 4 << 20;

QByteArray lineOf(const Handover& what)
{
    const QJsonObject object{{QStringLiteral("files"), QJsonArray::fromStringList(what.files)},
                             {QStringLiteral("demo"), what.isDemo}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<Handover> handoverFrom(const QByteArray& line)
{
    const QJsonDocument document = QJsonDocument::fromJson(line);
    if (!document.isObject())
        return std::nullopt;
    Handover what;
    for (const QJsonValue& file : document.object().value(QStringLiteral("files")).toArray())
        what.files.append(file.toString());
    what.isDemo = document.object().value(QStringLiteral("demo")).toBool();
    return what;
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
    return socket.readLine() == taken;
}

Owner::Owner(const QString& library, QObject* parent) : QObject(parent)
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
        connect(guest, &QLocalSocket::disconnected, guest, &QObject::deleteLater);
        connect(guest, &QLocalSocket::readyRead, this, [this, guest] { read(*guest); });
        read(*guest);
    }
}

void Owner::read(QLocalSocket& guest)
{
    if (!guest.canReadLine()) {
        if (guest.bytesAvailable() > longestRequest)
            guest.abort();
        return;
    }
    const std::optional<Handover> what = handoverFrom(guest.readLine());
    if (!what) {
        guest.abort();
        return;
    }
    guest.write(taken);
    guest.disconnectFromServer();
    emit asked(*what);
}

} // namespace quarterdeck::app
