#include "storage/file_state.h"

#include "storage/backup/copies.h"
#include "storage/sqlite/file_lock.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QString>

namespace quarterdeck::storage::sqlite {

namespace {

// Offsets in SQLite's file format, section 1.3: The Database Header.
constexpr qsizetype headerSize = 100;
constexpr qsizetype pageSizeAt = 16;
constexpr qsizetype writeVersionAt = 18;
constexpr qsizetype readVersionAt = 19;
constexpr qsizetype changeCounterAt = 24;
constexpr qsizetype pageCountAt = 28;
constexpr qsizetype validForAt = 92;

/// A big-endian number of `size` bytes.
qint64 number(const QByteArray& header, qsizetype at, qsizetype size)
{
    qint64 value = 0;
    for (const char byte : header.mid(at, size))
        value = value * 256 + static_cast<unsigned char>(byte);
    return value;
}

qint64 pageSizeOf(const QByteArray& header)
{
    const qint64 stored = number(header, pageSizeAt, 2);
    return stored == 1 ? 65536 : stored;
}

/// The page count can be trusted only if the same writer wrote both counters; a log beside the file may still hold the
/// missing pages.
bool isShorterThanItSays(const QByteArray& header, qint64 size)
{
    const bool isCountValid = number(header, changeCounterAt, 4) == number(header, validForAt, 4);
    return isCountValid && size < number(header, pageCountAt, 4) * pageSizeOf(header);
}

/// In journal or in log mode.
bool isVersionKnown(const QByteArray& header, qsizetype at) { return number(header, at, 1) <= 2; }

} // namespace

bool hasLog(const std::string& path) { return QFileInfo(QString::fromStdString(path + "-wal")).size() > 0; }

FileState fileStateOf(const std::string& path)
{
    const QString name = QString::fromStdString(path);
    const QFileInfo info(name);
    if (info.isDir())
        return FileState::Folder;
    if (info.exists() && !info.isFile())
        return FileState::NotSqlite; // to open a pipe is to wait, and its size of 0 says nothing
    // SQLite throws away a log without a database, and it may be all that is left.
    const bool isLogThere = hasLog(path);
    if (!info.exists() || info.size() == 0) {
        if (isLogThere)
            return FileState::Truncated;
        if (backup::hasEarlierCopies(path) || FileLock::isNoted(path + ".lock"))
            return FileState::Lost;
        return info.exists() ? FileState::Empty : FileState::Missing;
    }
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return FileState::Sqlite; // SQLite says best why it cannot be read
    const QByteArray header = file.read(headerSize);
    const QByteArray magic = QByteArrayLiteral("SQLite format 3\0");
    if (!header.startsWith(magic))
        return FileState::NotSqlite;
    if (header.size() < headerSize || (!isLogThere && isShorterThanItSays(header, info.size())))
        return FileState::Truncated;
    if (!isVersionKnown(header, writeVersionAt) || !isVersionKnown(header, readVersionAt))
        return FileState::OddHeader;
    return FileState::Sqlite;
}

} // namespace quarterdeck::storage::sqlite
