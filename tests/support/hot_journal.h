#pragma once

/// A database whose last write was cut off, and whose journal may name a file that SQLite is to delete.

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QtEndian>
#include <sqlite3.h>

namespace quarterdeck::test {

/// What follows a rollback journal's pages if it names a super-journal (sqlite.org/fileformat.html does not say; see
/// readSuperJournal in SQLite's pager.c): a page number that stands for nothing, the name, its length, its sum, a mark.
inline QByteArray superJournalEnd(const QByteArray& name)
{
    const auto number = [](quint32 value) {
        QByteArray bytes(sizeof(quint32), '\0');
        qToBigEndian(value, bytes.data());
        return bytes;
    };
    constexpr quint32 lockPage = 0x40000000 / 4096 + 1;
    quint32 sum = 0;
    for (const char c : name)
        sum += static_cast<quint32>(static_cast<signed char>(c));
    return number(lockPage) + name + number(static_cast<quint32>(name.size())) + number(sum)
        + QByteArray("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
}

/// Leaves `path` and `path-journal` as a crash in the middle of this write would; `end` is put behind the journal.
inline void cutOffWrite(const QString& path, const QByteArray& statements, const QByteArray& end = {})
{
    const QString journal = path + QStringLiteral("-journal");
    const auto bytesOf = [](const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    sqlite3* database = nullptr;
    const QByteArray all =
        "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; PRAGMA synchronous = FULL; BEGIN;" + statements;
    if (sqlite3_open(path.toUtf8().constData(), &database) != SQLITE_OK
        || sqlite3_exec(database, all.constData(), nullptr, nullptr, nullptr) != SQLITE_OK)
        qFatal("the write cannot be begun");
    const QByteArray file = bytesOf(path);
    const QByteArray log = bytesOf(journal);
    if (log.isEmpty() || log.at(0) == '\0')
        qFatal("nothing of the write is in the file yet");
    sqlite3_exec(database, "ROLLBACK", nullptr, nullptr, nullptr);
    sqlite3_close(database);
    for (const auto& [name, bytes] : {std::pair(path, file), std::pair(journal, log + end)}) {
        QFile written(name);
        if (!written.open(QIODevice::WriteOnly) || written.write(bytes) != bytes.size())
            qFatal("cannot write");
    }
}

} // namespace quarterdeck::test
