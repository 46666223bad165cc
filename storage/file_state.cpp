#include "storage/file_state.h"

#include "storage/backup/backups.h"
#include "storage/backup/copies.h"
#include "storage/log/event_id.h"
#include "storage/log/log_reader.h"
#include "storage/recover/page_file.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/file_lock.h"
#include "storage/sqlite/journal.h"
#include "storage/sqlite/sqlite_errors.h"

#include <QByteArray>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>
#include <QString>
#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <utility>

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

namespace {

std::int64_t fileSize(const std::string& path) { return QFileInfo(QString::fromStdString(path)).size(); }

/// Tells a session from a later one with the same key, such as the one a program continues in after its session was
/// deleted.
struct Listed
{
    std::int64_t number = 0; ///< may be given again
    std::int64_t started = 0;
    std::int64_t end = 0;
};

struct Sessions
{
    std::map<std::string, Listed> byKey;
    std::int64_t highest = 0; ///< of all numbers, also of those that are being removed, or imported
};

Sessions sessionsOf(Connection& connection)
{
    Sessions sessions;
    Query row = connection.query("SELECT key, id, started_at, last_seq, is_complete FROM sessions");
    while (row.next()) {
        const Listed listed{row.number(1), row.number(2), row.number(3)};
        constexpr int completeColumn = 4;
        sessions.highest = std::max(sessions.highest, listed.number);
        if (row.number(completeColumn) != 0)
            sessions.byKey[row.text(0)] = listed;
    }
    return sessions;
}

bool isListIntact(Connection& connection)
{
    Query row = connection.query("PRAGMA integrity_check('sessions')");
    return row.next() && row.view(0) == "ok";
}

/// The file without its log is as it was when the log was last moved in. If that was interrupted, it is a mix of two
/// states, and tells nothing.
Sessions sessionsWithoutLog(const std::string& path)
{
    try {
        Connection alone(path, Mode::ReadImmutable);
        return isListIntact(alone) ? sessionsOf(alone) : Sessions();
    } catch (const SQLite::Exception& failure) {
        qCDebug(storageLog, "the file without its log: %s", failure.what());
        return {};
    }
}

/// Whether `now` cannot be later than `before`, for the same key.
bool isOlder(const Listed& now, const Listed& before)
{
    const bool isSame = now.number == before.number && now.started == before.started;
    return isSame ? now.end < before.end : now.started < before.started;
}

/// Everything in the file may have been removed since, and the log's sessions made after that.
bool areAllNew(const Sessions& alone, const Sessions& withLog)
{
    return std::ranges::all_of(withLog.byKey, [&](const auto& made) { return made.second.number > alone.highest; });
}

/// A log continues from the state of the file without it. The log of another library has other sessions; that of an
/// earlier state, which may be sound in itself, has shorter ones.
std::string foreignness(const Sessions& alone, const Sessions& withLog)
{
    bool isAnyKnown = false;
    for (const auto& [key, before] : alone.byKey) {
        const auto known = withLog.byKey.find(key);
        if (known == withLog.byKey.end())
            continue;
        isAnyKnown = true;
        if (isOlder(known->second, before))
            return "the log beside it is older: session " + key + " ended at " + std::to_string(known->second.end);
    }
    const bool isOneEmpty = alone.byKey.empty() || withLog.byKey.empty();
    return isOneEmpty || isAnyKnown || areAllNew(alone, withLog) ? std::string()
                                                                 : "the log beside it is another library's";
}

std::string quickFault(Connection& connection)
{
    Query row = connection.query("PRAGMA quick_check(1)");
    const std::string said = row.next() ? row.text(0) : std::string();
    return said == "ok" ? std::string() : said;
}

/// A session's last event is where the list says, with none after it. With an older log, the list is as it was then,
/// while the file has the events that came later.
std::string endFault(Connection& connection)
{
    {
        Query row = connection.query("SELECT key FROM sessions WHERE is_complete AND last_seq > 0 AND NOT EXISTS"
                                     " (SELECT * FROM events WHERE events.id = (sessions.id << 40 | last_seq))");
        if (row.next())
            return "the end of session " + row.text(0) + " is missing";
    }
    Query row =
        connection.query("SELECT key FROM sessions WHERE is_complete AND EXISTS (SELECT * FROM events WHERE"
                         " events.id > (sessions.id << 40 | last_seq) AND events.id < (sessions.id + 1) << 40)");
    return row.next() ? "session " + row.text(0) + " has events behind its end" : std::string();
}

/// A library only grows, so the log tells of at least as many pages as the file has.
std::string sizeFault(Connection& connection)
{
    const std::int64_t told = connection.pragma("page_count") * connection.pragma("page_size");
    return told < fileSize(connection.path()) ? "the log beside it is of an earlier state" : std::string();
}

} // namespace

std::string findWalProblems(const std::string& path, std::int64_t quicklyRead)
{
    static_assert(eventIdSeqBits == 40);
    if (recover::isWalBroken(path)) // SQLite would not report what follows the break
        return "the log beside it is broken, and goes on behind that";
    const Sessions before = sessionsWithoutLog(path);
    Connection connection(path, Mode::Read);
    const Sessions now = sessionsOf(connection);
    if (std::string fault = foreignness(before, now); !fault.empty())
        return fault;
    if (std::string fault = sizeFault(connection); !fault.empty())
        return fault;
    if (std::string fault = endFault(connection); !fault.empty())
        return fault;
    return fileSize(path) <= quicklyRead ? quickFault(connection) : std::string();
}

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
