#include "http/port_holder.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <algorithm>
#include <functional>
#include <unistd.h>
#include <vector>

namespace quarterdeck::gateway {

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The way an address ends.
QByteArray endOf(std::uint16_t port) { return ':' + QByteArray::number(port, 16).toUpper().rightJustified(4, '0'); }

/// As in Linux's tables, see proc(5).
struct Socket
{
    QByteArray local;
    QByteArray remote;
    QByteArray state;
};

/// "socket:[inode]" of the matching ones.
template <typename IsMeant>
QSet<QString> socketsThat(const IsMeant& isMeant)
{
    QSet<QString> sockets;
    for (const QString& table : {QStringLiteral("/proc/net/tcp"), QStringLiteral("/proc/net/tcp6")}) {
        for (const QByteArray& line : contentOf(table).split('\n')) {
            const QList<QByteArray> fields = line.simplified().split(' ');
            constexpr auto local = 1, remote = 2, state = 3, inode = 9;
            if (fields.size() > inode && isMeant(Socket{fields[local], fields[remote], fields[state]}))
                sockets.insert(QStringLiteral("socket:[%1]").arg(QString::fromLatin1(fields[inode])));
        }
    }
    return sockets;
}

bool hasOneOf(const QString& process, const QSet<QString>& sockets)
{
    const QDir open(process + QStringLiteral("/fd"));
    const QStringList names = open.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    return std::any_of(names.begin(), names.end(), [&](const QString& name) {
        // A symbolic link to no file: its text is all there is.
        char target[64] = {};
        const auto size = ::readlink(QFile::encodeName(open.filePath(name)).constData(), target, sizeof target);
        return size > 0 && sockets.contains(QString::fromLatin1(target, static_cast<qsizetype>(size)));
    });
}

/// 0 = no process whose files we may see.
qint64 processWith(const QSet<QString>& sockets)
{
    if (sockets.isEmpty())
        return 0;
    std::vector<qint64> processes;
    for (const QString& id : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (const qint64 number = id.toLongLong(); number > 0)
            processes.push_back(number);
    // The program is probably newer than the desktop's processes, and its connection may close soon.
    std::ranges::sort(processes, std::ranges::greater());
    const auto found = std::ranges::find_if(
        processes, [&](qint64 one) { return hasOneOf(QStringLiteral("/proc/%1").arg(one), sockets); });
    return found == processes.end() ? 0 : *found;
}

} // namespace

QString holderOf(std::uint16_t port)
{
    const QByteArray end = endOf(port);
    const qint64 process = processWith(
        socketsThat([&](const Socket& one) { return one.local.endsWith(end) && one.state == "0A"; })); // it listens
    if (process == 0)
        return {};
    const QString name = QStringLiteral("/proc/%1/comm").arg(process);
    return QStringLiteral("%1 (process %2)").arg(QString::fromLocal8Bit(contentOf(name)).trimmed()).arg(process);
}

std::int64_t processOfClient(std::uint16_t clientPort, std::uint16_t serverPort)
{
    const QByteArray near = endOf(clientPort);
    const QByteArray far = endOf(serverPort);
    return processWith(socketsThat([&](const Socket& one) {
        return one.local.endsWith(near) && one.remote.endsWith(far) && one.state == "01"; // it is open
    }));
}

} // namespace quarterdeck::gateway
