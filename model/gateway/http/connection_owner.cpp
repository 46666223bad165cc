#include "model/gateway/http/connection_owner.h"

#include <QDir>
#include <QFile>
#include <QString>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <functional>
#include <set>
#include <string_view>
#include <vector>

namespace quarterdeck::gateway {

namespace {

constexpr std::size_t wordBytes = 4;
constexpr std::string_view mappedPrefix("\0\0\0\0\0\0\0\0\0\0\xff\xff", 12);

/// As the tables write it: words in this machine's order.
std::string inTable(const ConnectionEnd& end)
{
    std::string text;
    std::array<char, 16> digits{};
    for (std::size_t at = 0; at + wordBytes <= end.address.size(); at += wordBytes) {
        std::uint32_t word = 0;
        std::memcpy(&word, end.address.data() + at, wordBytes);
        std::snprintf(digits.data(), digits.size(), "%08X", word);
        text += digits.data();
    }
    std::snprintf(digits.data(), digits.size(), ":%04X", end.port);
    return text + digits.data();
}

ConnectionEnd mapped(const ConnectionEnd& end) { return {std::string(mappedPrefix) + end.address, end.port}; }

/// What stands in the nth column after this place, counted from 1.
std::string_view column(std::string_view line, int number)
{
    for (;; --number) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        const std::string_view word = line.substr(0, line.find(' '));
        if (number == 1 || line.empty())
            return word;
        line.remove_prefix(word.size());
    }
}

template <typename Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number)
                                                                                     : std::nullopt;
}

std::optional<SocketOwner> ownerInTable(std::string_view table, const ConnectionEnd& near, const ConnectionEnd& far)
{
    const std::string ends = ": " + inTable(near) + ' ' + inTable(far) + ' ';
    const auto found = table.find(ends);
    if (found == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = table.substr(found + ends.size());
    rest = rest.substr(0, rest.find('\n'));
    // After the state, the queues, the timer and the repetitions.
    constexpr int user = 5, inode = 7;
    const auto owner = numberIn<std::uint32_t>(column(rest, user));
    const auto number = numberIn<std::uint64_t>(column(rest, inode));
    return owner && number ? std::optional(SocketOwner{*owner, *number}) : std::nullopt;
}

std::string tableText(const char* path)
{
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The inode in "socket:[123]".
std::optional<std::uint64_t> inodeIn(std::string_view target)
{
    constexpr std::string_view before = "socket:[";
    if (!target.starts_with(before) || !target.ends_with(']'))
        return std::nullopt;
    return numberIn<std::uint64_t>(target.substr(before.size(), target.size() - before.size() - 1));
}

/// Moves those that the process has open from `sockets` to `found`.
void takeThoseOf(std::int64_t process, std::set<std::uint64_t>& sockets, std::map<std::uint64_t, std::int64_t>& found)
{
    const QDir open(QStringLiteral("/proc/%1/fd").arg(process));
    for (const QString& name : open.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot, QDir::Unsorted)) {
        // A symbolic link to no file: its text is all there is.
        std::array<char, 64> target{};
        const auto size = ::readlink(QFile::encodeName(open.filePath(name)).constData(), target.data(), target.size());
        const auto inode =
            size > 0 ? inodeIn({target.data(), static_cast<std::size_t>(size)}) : std::optional<std::uint64_t>();
        if (inode && sockets.erase(*inode) > 0)
            found[*inode] = process;
        if (sockets.empty())
            return;
    }
}

} // namespace

SocketTables SocketTables::now() { return {tableText("/proc/net/tcp"), tableText("/proc/net/tcp6")}; }

std::optional<SocketOwner> ownerIn(const SocketTables& tables, const ConnectionEnd& near, const ConnectionEnd& far)
{
    if (near.address.size() != wordBytes)
        return ownerInTable(tables.tcp6, near, far);
    const auto owner = ownerInTable(tables.tcp, near, far);
    return owner ? owner : ownerInTable(tables.tcp6, mapped(near), mapped(far));
}

std::optional<SocketOwner> ownerOf(const ConnectionEnd& near, const ConnectionEnd& far)
{
    // While a table is read, others open and close sockets, and a row may be passed over.
    constexpr int mostLooks = 3;
    for (int look = 0; look < mostLooks; ++look)
        if (const auto owner = ownerIn(SocketTables::now(), near, far))
            return owner;
    return std::nullopt;
}

std::map<std::uint64_t, std::int64_t> processesOf(std::set<std::uint64_t> sockets, std::int64_t likely)
{
    std::map<std::uint64_t, std::int64_t> found;
    sockets.erase(0);
    if (likely > 0 && !sockets.empty())
        takeThoseOf(likely, sockets, found);
    if (sockets.empty())
        return found;
    std::vector<std::int64_t> processes;
    for (const QString& id : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (const std::int64_t number = id.toLongLong(); number > 0)
            processes.push_back(number);
    // The program is probably newer than the desktop's processes, and its connection may close soon.
    std::ranges::sort(processes, std::ranges::greater());
    for (auto one = processes.begin(); one != processes.end() && !sockets.empty(); ++one)
        takeThoseOf(*one, sockets, found);
    return found;
}

ClientUser userOf(const std::optional<SocketOwner>& owner)
{
    if (!owner || (owner->inode == 0 && owner->user == 0))
        return ClientUser::Unknown;
    if (owner->user == ::geteuid())
        return ClientUser::Same;
    return owner->user == 0 ? ClientUser::Root : ClientUser::Other;
}

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
