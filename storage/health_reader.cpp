#include "storage/health_reader.h"

#include "storage/backup/backups.h"
#include "storage/file_state.h"
#include "storage/log/event_reader.h"
#include "storage/log/merged_events.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/file_lock.h"
#include "storage/sqlite/wal_checkpointer.h"
#include "storage/wal_check.h"

#include <QDateTime>
#include <QFileInfo>
#include <QStorageInfo>
#include <QString>
#include <algorithm>
#include <sqlite3.h>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

std::string integrityOf(Connection& connection)
{
    std::string said;
    Query row = connection.query("PRAGMA integrity_check(100)");
    while (row.next()) {
        if (!said.empty())
            said += '\n';
        said += row.text(0);
    }
    Query orphan = connection.query("PRAGMA foreign_key_check");
    if (said == "ok" && orphan.next())
        said = "foreign_key_check: " + orphan.text(0);
    return said;
}

std::int64_t countOf(Connection& connection, const char* sql)
{
    Query row = connection.query(sql);
    return row.next() ? row.number(0) : 0;
}

/// A commit changes the log beside the file, or the file if there is none.
std::optional<Timestamp> lastCommitOf(const QString& path)
{
    std::optional<Timestamp> last;
    for (const QString& name : {path, path + QStringLiteral("-wal")}) {
        const QFileInfo info(name);
        if (info.exists() && info.size() > 0)
            last = std::max(last, std::optional(Timestamp{info.lastModified().toMSecsSinceEpoch()}));
    }
    return last;
}

/// For a library that nobody owns, as the log belongs to its owner. If the log belongs to another file, nobody may
/// write to this one, however sound both look together.
std::string faultOfLog(const std::string& path)
{
    if (!hasLog(path))
        return {};
    const FileLock::Attempt attempt = FileLock::take(path + ".lock");
    return attempt.lock ? findWalProblems(path, 0) : std::string(); // its pages have just been read
}

std::int64_t leftBeside(const QString& path) { return QStorageInfo(QFileInfo(path).absolutePath()).bytesAvailable(); }

} // namespace

LibraryHealth readHealth(Connection& connection)
{
    LibraryHealth health;
    health.path = connection.path();
    const QString path = QString::fromStdString(connection.path());
    health.lastCommit = lastCommitOf(path);
    health.lastBackup = lastBackup(connection.path());
    health.diskLeft = leftBeside(path);
    health.logSize = logSizeOf(connection.path());
    try {
        health.integrity = integrityOf(connection);
        if (std::string fault = health.integrity == "ok" ? faultOfLog(connection.path()) : std::string();
            !fault.empty()) {
            health.integrity = std::move(fault);
            return health;
        }
        if (health.integrity == "ok") {
            std::string faults = faultsOfIndex(connection);
            health.isIndexAlone = !faults.empty();
            if (health.isIndexAlone)
                health.integrity = std::move(faults);
        }
        health.sessions = countOf(connection, "SELECT count(*) FROM sessions WHERE is_complete");
        health.events = countEvents(connection);
        health.indexLag = indexLag(connection);
    } catch (const SQLite::Exception& failure) {
        // Damage that stops the check is its finding.
        if ((failure.getErrorCode() & 0xff) != SQLITE_CORRUPT)
            throw;
        health.integrity = failure.what();
        health.isIndexAlone = false;
    }
    return health;
}

LibraryStatus readLibraryStatus(Connection& connection)
{
    const QString path = QString::fromStdString(connection.path());
    LibraryStatus vitals;
    vitals.lastCommit = lastCommitOf(path);
    vitals.lastBackup = lastBackup(connection.path());
    vitals.diskLeft = leftBeside(path);
    vitals.logSize = logSizeOf(connection.path());
    vitals.indexLag = indexLag(connection);
    return vitals;
}

Result<std::string> readDraft(Connection& connection, const SessionId& session)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    Query row = connection.query("SELECT draft FROM drafts WHERE session = ?");
    return row.bind(number->value).next() ? row.text(0) : std::string();
}

} // namespace quarterdeck::storage::sqlite
