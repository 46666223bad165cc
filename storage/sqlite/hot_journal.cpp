#include "storage/sqlite/hot_journal.h"

#include "model/session/confined_database.h"
#include "model/session/library.h"
#include "model/session/open_beneath.h"
#include "storage/sqlite/logging.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QtEndian>
#include <system_error>
#include <utility>

namespace quarterdeck::storage::sqlite {

using session::Nothing;
using session::Result;

namespace {

const QByteArray magic = QByteArrayLiteral("SQLite format 3\0");

const QString journalSuffix = QStringLiteral("-journal");

/// Whether this is a library's first page, judged by its header (sqlite.org/fileformat.html).
bool isFirstPageOfOurs(const QByteArray& bytes, qsizetype at)
{
    constexpr qsizetype placeOfId = 68;
    const QByteArray id = bytes.mid(at + placeOfId, sizeof(qint32));
    return bytes.mid(at, magic.size()) == magic && id.size() == sizeof(qint32)
        && qFromBigEndian<qint32>(id.constData()) == applicationId;
}

QByteArray beginningOf(const std::string& path, const QString& suffix)
{
    constexpr qint64 enough = 1 << 20;
    QFile file;
    return session::openBeside(file, QString::fromStdString(path), suffix) ? QByteArray() : file.read(enough);
}

/// By the file, or, if its first page was half written, by the journal: every write begins by saving that page.
bool isOurs(const std::string& path)
{
    if (isFirstPageOfOurs(beginningOf(path, {}), 0))
        return true;
    const QByteArray journal = beginningOf(path, journalSuffix);
    const qsizetype at = journal.indexOf(magic);
    return at >= 0 && isFirstPageOfOurs(journal, at);
}

} // namespace

bool hasHotJournal(const std::string& path)
{
    // By SQLite's rules; a finished journal may remain, emptied or with a zeroed header.
    if (QFileInfo(QString::fromStdString(path) + journalSuffix).size() == 0)
        return false;
    QFile journal;
    const std::error_code failure =
        session::openBeside(journal, QString::fromStdString(path), journalSuffix, session::OpenHere::Allowed);
    if (failure == std::errc::no_such_file_or_directory)
        return false;
    char first = 1; // of one that cannot be read nobody knows
    return failure || !journal.getChar(&first) || first != 0;
}

void rollBackHotJournal(const std::string& path)
{
    // Without a file, SQLite throws the journal away.
    const bool isThere = QFileInfo(QString::fromStdString(path)).size() > 0;
    if (!isThere || !hasHotJournal(path) || !isOurs(path) || session::namesSuperJournal(path + "-journal"))
        return;
    const Result<Nothing> undone = catchSqliteErrors(path, [&]() -> Result<Nothing> {
        Connection connection(path, Mode::Write);
        connection.setLogKept(true); // whether one belongs to the file is still to be asked
        (void)connection.pragma("schema_version");
        return Nothing{};
    });
    if (!undone)
        qCWarning(storageLog, "what was cut off cannot be undone: %s", undone.error().detail.c_str());
}

conversation::Error whyCutWriteStays(const std::string& path, std::string detail)
{
    return session::namesSuperJournal(path + "-journal") ? errors::foreignJournal(path, std::move(detail))
                                                         : errors::cutOffWrite(path, std::move(detail));
}

} // namespace quarterdeck::storage::sqlite
