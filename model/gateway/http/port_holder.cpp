#include "http/port_holder.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <algorithm>
#include <unistd.h>

namespace quarterdeck::gateway {

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// "socket:[inode]" of all that listen there, from a table of Linux' proc(5).
void addSockets(QSet<QString>& sockets, const QString& table, std::uint16_t port)
{
    const QByteArray end = ':' + QByteArray::number(port, 16).toUpper().rightJustified(4, '0');
    for (const QByteArray& line : contentOf(table).split('\n')) {
        const QList<QByteArray> fields = line.simplified().split(' ');
        constexpr auto local = 1, state = 3, inode = 9;
        if (fields.size() > inode && fields[local].endsWith(end) && fields[state] == "0A")
            sockets.insert(QStringLiteral("socket:[%1]").arg(QString::fromLatin1(fields[inode])));
    }
}

bool hasOneOf(const QString& process, const QSet<QString>& sockets)
{
    const QDir open(process + QStringLiteral("/fd"));
    const QStringList names = open.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    return std::any_of(names.begin(), names.end(), [&](const QString& name) {
        // A link that leads to no file: its text is all there is.
        char target[64] = {};
        const auto size = ::readlink(QFile::encodeName(open.filePath(name)).constData(), target, sizeof target);
        return size > 0 && sockets.contains(QString::fromLatin1(target, static_cast<qsizetype>(size)));
    });
}

} // namespace

QString holderOf(std::uint16_t port)
{
    QSet<QString> sockets;
    addSockets(sockets, QStringLiteral("/proc/net/tcp"), port);
    addSockets(sockets, QStringLiteral("/proc/net/tcp6"), port);
    if (sockets.isEmpty())
        return {};
    for (const QString& id : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isProcess = false;
        id.toInt(&isProcess);
        const QString process = QStringLiteral("/proc/") + id;
        if (isProcess && hasOneOf(process, sockets))
            return QStringLiteral("%1 (process %2)")
                .arg(QString::fromLocal8Bit(contentOf(process + QStringLiteral("/comm"))).trimmed(), id);
    }
    return {};
}

} // namespace quarterdeck::gateway
