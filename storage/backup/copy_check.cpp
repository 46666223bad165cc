#include "storage/backup/copy_check.h"

#include "storage/log/content_check.h"
#include "storage/log/event_id.h"
#include "storage/log/merged_events.h"
#include "storage/sqlite/schema.h"

#include <set>
#include <sqlite3.h>
#include <vector>

namespace quarterdeck::storage::backup {

namespace {

/// Throws if a page cannot be read, which the check reports like any fault of the file.
std::string faultsOfPages(sqlite::Connection& file)
{
    sqlite::Query row = file.query("PRAGMA integrity_check(1)");
    const std::string told = row.next() ? row.text(0) : std::string("nothing");
    const bool isUnread =
        told.find("unable to get the page. error code=") != std::string::npos && !told.ends_with("=11"); // of a tree
    const bool isRestUnread = told.find("failed to get page") != std::string::npos; // where a row goes on
    if (isUnread || isRestUnread)
        throw SQLite::Exception(told, SQLITE_IOERR);
    return told == "ok" ? std::string() : "integrity_check: " + told;
}

/// An older version has only one column, whatever version the file claims.
const char* payloadsOf(sqlite::Connection& file)
{
    sqlite::Query column = file.query("SELECT 1 FROM pragma_table_info('events') WHERE name = 'packed'");
    return column.next() ? "SELECT id, kind, version, plain, packed FROM events"
                         : "SELECT id, kind, version, payload, NULL FROM events";
}

/// Collected while the content is read.
struct FoundDamage
{
    std::string first;
    std::set<std::int64_t> sessions; ///< by their numbers
};

void checkPayloads(sqlite::Connection& file, FoundDamage& damage)
{
    sqlite::Query row = file.query(payloadsOf(file));
    while (row.next()) {
        if (sqlite::isPayloadIntact(row, 1))
            continue;
        const std::int64_t session = row.number(0) >> sqlite::eventIdSeqBits;
        if (damage.first.empty())
            damage.first = "the payload of event " + std::to_string(sqlite::seqOf(row.number(0)).value) + " of session "
                + std::to_string(session);
        damage.sessions.insert(session);
    }
}

void addShownIn(sqlite::Connection& file, const std::string& hash, std::set<std::int64_t>& sessions)
{
    sqlite::Query row = file.query("SELECT session FROM attachment_references WHERE hash = ?");
    row.bind(hash);
    while (row.next())
        sessions.insert(row.number(0));
}

void checkAttachments(sqlite::Connection& file, const std::stop_token& stop, FoundDamage& damage)
{
    sqlite::forEachDamagedAttachment(file, stop, [&](const std::string& hash) {
        if (damage.first.empty())
            damage.first = "the bytes of attachment " + hash;
        addShownIn(file, hash, damage.sessions);
    });
}

/// As the person named them.
std::vector<std::string> titlesOf(sqlite::Connection& file, const std::set<std::int64_t>& sessions)
{
    const char* sql = sqlite::readSchemaState(file).version >= sqlite::labelsVersion
        ? "SELECT coalesce(nullif((SELECT title FROM labels WHERE session = id), ''), title) FROM sessions"
          " WHERE is_complete AND id = ?"
        : "SELECT title FROM sessions WHERE is_complete AND id = ?";
    std::vector<std::string> titles;
    for (const std::int64_t session : sessions) {
        sqlite::Query row = file.query(sql);
        if (row.bind(session).next())
            titles.push_back(row.text(0));
    }
    return titles;
}

} // namespace

std::string findCopyProblems(sqlite::Connection& file, const Backup& counted)
{
    if (std::string faults = faultsOfPages(file); !faults.empty())
        return faults;
    const std::int64_t events = sqlite::countEvents(file);
    return events == counted.events
        ? std::string()
        : std::to_string(events) + " events, and the list of sessions has " + std::to_string(counted.events);
}

Damage damagedContent(sqlite::Connection& file, const std::stop_token& stop)
{
    FoundDamage damage;
    checkPayloads(file, damage);
    checkAttachments(file, stop, damage);
    return {damage.first, titlesOf(file, damage.sessions)};
}

} // namespace quarterdeck::storage::backup
