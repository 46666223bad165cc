#include "sqlite/log_check.h"

#include "sqlite/connection.h"
#include "sqlite/event_id.h"
#include "sqlite/logging.h"

#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <set>

namespace quarterdeck::storage::sqlite {

namespace {

/// What is larger would keep a person waiting at the start; `check` reads it all.
constexpr qint64 quicklyRead = 256LL << 20;

std::set<std::string> sessionsOf(Connection& connection)
{
    std::set<std::string> keys;
    Query row = connection.query("SELECT key FROM sessions WHERE is_complete");
    while (row.next())
        keys.insert(row.text(0));
    return keys;
}

bool isListWhole(Connection& connection)
{
    Query row = connection.query("PRAGMA integrity_check('sessions')");
    return row.next() && row.view(0) == "ok";
}

/// The file without its log is what it was when the log was last moved in. When that was broken off, it is pieces of
/// two states, and says nothing.
std::set<std::string> sessionsWithoutLog(const std::string& path)
{
    try {
        Connection alone(path, Mode::ReadImmutable);
        return isListWhole(alone) ? sessionsOf(alone) : std::set<std::string>();
    } catch (const SQLite::Exception& failure) {
        qCDebug(storageLog, "the file without its log: %s", failure.what());
        return {};
    }
}

std::string quickFault(Connection& connection)
{
    Query row = connection.query("PRAGMA quick_check(1)");
    const std::string said = row.next() ? row.text(0) : std::string();
    return said == "ok" ? std::string() : said;
}

/// A session's last event is where the list says.
std::string endFault(Connection& connection)
{
    Query row = connection.query("SELECT key FROM sessions WHERE is_complete AND last_seq > 0 AND NOT EXISTS"
                                 " (SELECT * FROM events WHERE events.id = (sessions.id << 40 | last_seq))");
    return row.next() ? "the end of session " + row.text(0) + " is missing" : std::string();
}

} // namespace

std::string faultsOfLog(const std::string& path)
{
    static_assert(eventIdSeqBits == 40);
    const std::set<std::string> before = sessionsWithoutLog(path);
    Connection connection(path, Mode::Read);
    const std::set<std::string> now = sessionsOf(connection);
    const auto isKnown = [&](const std::string& key) { return now.contains(key); };
    if (!before.empty() && !now.empty() && std::ranges::none_of(before, isKnown))
        return "the log beside it is another library's";
    if (std::string fault = endFault(connection); !fault.empty())
        return fault;
    return QFileInfo(QString::fromStdString(path)).size() <= quicklyRead ? quickFault(connection) : std::string();
}

} // namespace quarterdeck::storage::sqlite
