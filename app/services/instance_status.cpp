#include "app/services/instance_status.h"

#include "app/services/instance_server.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>

namespace quarterdeck::app {

using session::LibraryStatus;

namespace {

constexpr qint64 longestLine = 4 << 10;

void put(QJsonObject& object, const QString& name, const std::optional<session::Timestamp>& moment)
{
    if (moment)
        object.insert(name, static_cast<qint64>(moment->msSinceEpoch));
}

std::optional<session::Timestamp> momentIn(const QJsonObject& object, const QString& name)
{
    const QJsonValue value = object.value(name);
    return value.isDouble() ? std::optional(session::Timestamp{value.toInteger()}) : std::nullopt;
}

} // namespace

QByteArray lineOf(const LibraryStatus& vitals)
{
    QJsonObject told{{QStringLiteral("read_only"), vitals.isReadOnly},
                     {QStringLiteral("index_lag"), static_cast<qint64>(vitals.indexLag)},
                     {QStringLiteral("queued"), static_cast<qint64>(vitals.queued)},
                     {QStringLiteral("waited_ms"), static_cast<qint64>(vitals.waitedMs)},
                     {QStringLiteral("disk_left"), static_cast<qint64>(vitals.diskLeft)},
                     {QStringLiteral("log_size"), static_cast<qint64>(vitals.logSize)}};
    put(told, QStringLiteral("last_commit"), vitals.lastCommit);
    put(told, QStringLiteral("last_backup"), vitals.lastBackup);
    return QJsonDocument(QJsonObject{{QStringLiteral("vitals"), told}}).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<LibraryStatus> vitalsFrom(const QByteArray& line)
{
    const QJsonValue value = QJsonDocument::fromJson(line).object().value(QStringLiteral("vitals"));
    if (!value.isObject())
        return std::nullopt;
    const QJsonObject told = value.toObject();
    LibraryStatus vitals;
    vitals.isReadOnly = told.value(QStringLiteral("read_only")).toBool();
    vitals.indexLag = told.value(QStringLiteral("index_lag")).toInteger();
    vitals.queued = told.value(QStringLiteral("queued")).toInteger();
    vitals.waitedMs = told.value(QStringLiteral("waited_ms")).toInteger();
    vitals.diskLeft = told.value(QStringLiteral("disk_left")).toInteger(-1);
    vitals.logSize = told.value(QStringLiteral("log_size")).toInteger();
    vitals.lastCommit = momentIn(told, QStringLiteral("last_commit"));
    vitals.lastBackup = momentIn(told, QStringLiteral("last_backup"));
    return vitals;
}

std::optional<LibraryStatus> vitalsOfOwner(const QString& library, std::chrono::milliseconds patience)
{
    const int patienceMs = static_cast<int>(patience.count());
    QLocalSocket socket;
    socket.setReadBufferSize(longestLine);
    socket.connectToServer(instanceAddress(library));
    if (!socket.waitForConnected(patienceMs))
        return std::nullopt;
    socket.write(vitalsLine);
    while (!socket.canReadLine() && socket.bytesAvailable() < longestLine && socket.waitForReadyRead(patienceMs)) { }
    return vitalsFrom(socket.readLine(longestLine));
}

} // namespace quarterdeck::app
