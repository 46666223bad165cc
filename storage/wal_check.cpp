#include "storage/wal_check.h"

#include "storage/log/event_id.h"
#include "storage/recover/wal_pages.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/logging.h"

#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <map>

namespace quarterdeck::storage::sqlite {

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

} // namespace quarterdeck::storage::sqlite
