#include "model/gateway/http/port_holder.h"

#include "model/gateway/http/connection_owner.h"

#include <QFile>
#include <set>

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

/// The inodes of the matching ones.
template <typename IsMeant>
std::set<std::uint64_t> socketsThat(const IsMeant& isMeant)
{
    std::set<std::uint64_t> sockets;
    for (const QString& table : {QStringLiteral("/proc/net/tcp"), QStringLiteral("/proc/net/tcp6")}) {
        for (const QByteArray& line : contentOf(table).split('\n')) {
            const QList<QByteArray> fields = line.simplified().split(' ');
            constexpr auto local = 1, remote = 2, state = 3, inode = 9;
            if (fields.size() > inode && isMeant(Socket{fields[local], fields[remote], fields[state]}))
                sockets.insert(fields[inode].toULongLong());
        }
    }
    return sockets;
}

/// 0 = no process whose files we may see.
std::int64_t processWith(const std::set<std::uint64_t>& sockets, std::int64_t likely = 0)
{
    const auto found = processesOf(sockets, likely);
    return found.empty() ? 0 : found.begin()->second;
}

} // namespace

QString processOnPort(std::uint16_t port)
{
    const QByteArray end = endOf(port);
    const std::int64_t process = processWith(
        socketsThat([&](const Socket& one) { return one.local.endsWith(end) && one.state == "0A"; })); // it listens
    if (process == 0)
        return {};
    const QString name = QStringLiteral("/proc/%1/comm").arg(process);
    return QStringLiteral("%1 (process %2)").arg(QString::fromLocal8Bit(contentOf(name)).trimmed()).arg(process);
}

std::int64_t processOfClient(std::uint16_t clientPort, std::uint16_t serverPort, std::int64_t likely)
{
    const QByteArray near = endOf(clientPort);
    const QByteArray far = endOf(serverPort);
    const auto isMeant = [&](const Socket& one) {
        return one.local.endsWith(near) && one.remote.endsWith(far) && one.state == "01"; // it is open
    };
    return processWith(socketsThat(isMeant), likely);
}

} // namespace quarterdeck::gateway
