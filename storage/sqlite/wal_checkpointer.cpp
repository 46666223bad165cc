#include "storage/sqlite/wal_checkpointer.h"

#include "storage/sqlite/logging.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QFileInfo>
#include <QString>

namespace quarterdeck::storage::sqlite {

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
