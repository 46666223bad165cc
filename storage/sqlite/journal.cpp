#include "storage/sqlite/journal.h"

#include "model/session/confined_database.h"
#include "model/session/library.h"
#include "model/session/safe_files.h"
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

namespace {

/// After a failure, not retried sooner than this.
constexpr std::chrono::milliseconds retrySpell{1000};

std::string logOf(const Connection& connection) { return connection.path() + "-wal"; }

} // namespace

std::int64_t logSizeOf(const std::string& path) { return QFileInfo(QString::fromStdString(path + "-wal")).size(); }

WalCheckpointer::WalCheckpointer(Connection& connection, FileLock* lock) : m_connection(connection), m_lock(lock)
{
    m_connection.execute(("PRAGMA journal_size_limit = " + std::to_string(longestLog)).c_str());
}

void WalCheckpointer::note()
{
    if (m_lock != nullptr && !m_isNoted)
        m_isNoted = m_lock->noteLog(logOf(m_connection));
    m_hasNew = true;
    m_lastCommit = Clock::now();
    m_size = logSizeOf(m_connection.path());
    if (m_size > longestLog && m_lastCommit - m_lastTry >= retrySpell)
        checkpoint();
}

void WalCheckpointer::rest()
{
    const Clock::time_point now = Clock::now();
    const bool isQuiet = m_hasNew && now - m_lastCommit >= quietSpell;
    if ((isQuiet || m_trouble) && now - m_lastTry >= retrySpell)
        checkpoint();
}

std::optional<session::Error> WalCheckpointer::refusal() const
{
    return m_size > longestLog ? m_trouble : std::nullopt;
}

/// Only as far as no reader needs older pages; readers are not waited for.
void WalCheckpointer::checkpoint()
{
    bool isAllIn = false;
    const session::Result<session::Nothing> moved =
        catchSqliteErrors(m_connection.path(), [&]() -> session::Result<session::Nothing> {
            Query row = m_connection.query("PRAGMA wal_checkpoint(PASSIVE)");
            constexpr int pages = 1;
            constexpr int pagesMoved = 2;
            isAllIn = row.next() && row.number(pages) == row.number(pagesMoved);
            return session::Nothing{};
        });
    m_lastTry = Clock::now();
    m_size = logSizeOf(m_connection.path());
    m_hasNew = !isAllIn;
    if (moved) {
        m_trouble.reset();
        return;
    }
    qCWarning(storageLog, "the log of %lld bytes cannot be moved into the file: %s", static_cast<long long>(m_size),
              moved.error().detail.c_str());
    m_trouble = errors::checkpointFailed(m_connection.path(), moved.error());
}

} // namespace quarterdeck::storage::sqlite
