#include "storage/log/session_remover.h"

#include "storage/log/event_document.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace quarterdeck::storage::sqlite {

using session::EventSeq;

namespace {

constexpr std::size_t sliceEvents = 100;
constexpr std::chrono::milliseconds sliceTime{5};

// Many at once where rows are small and no text has to be read.
#define QUARTERDECK_SLICE_ROWS "2000"
/// For attachments, unless a single one is larger.
constexpr std::int64_t sliceBytes = 1 << 20;

// No session key starts like this. It is generated, since a session may be imported again under the old key.
#define QUARTERDECK_HIDDEN_KEY "char(1) || 'removed ' || hex(randomblob(16))"

/// Indexed events that are being removed, and their words.
struct GoingEvents
{
    std::optional<EventSeq> first;
    EventSeq last;
    std::vector<std::pair<EventSeq, search::Document>> documents;
};

std::chrono::steady_clock::time_point endOfSlice() { return std::chrono::steady_clock::now() + sliceTime; }

/// The last ones first: a growth is indexed with words of its message, which must still be there.
GoingEvents readIndexed(Connection& connection, SessionNumber session)
{
    const auto end = endOfSlice();
    GoingEvents going{{}, indexedUpTo(connection, session), {}};
    const auto take = [&](EventSeq seq, const search::Document& document) {
        if (!document.isEmpty())
            going.documents.emplace_back(seq, document);
        return true;
    };
    Query row = connection.query("SELECT id FROM events WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT ?");
    row.bind(beforeEvents(session), eventId(session, going.last), static_cast<std::int64_t>(sliceEvents));
    while ((!going.first || std::chrono::steady_clock::now() < end) && row.next()) {
        going.first = seqOf(row.number(0));
        forEachDocument(connection, session, {going.first->value - 1}, *going.first, {GrowthView::Way::Indexed}, take);
    }
    return going;
}

/// The last of the first hundred events that remain.
std::optional<std::int64_t> lastOfNext(Connection& connection, SessionNumber session)
{
    Query row = connection.query("SELECT max(id) FROM (SELECT id FROM events WHERE id > ? AND id < ? ORDER BY id"
                                 " LIMIT ?)");
    row.bind(beforeEvents(session), afterEvents(session), static_cast<std::int64_t>(sliceEvents));
    return row.next() && !row.isNull(0) ? std::optional(row.number(0)) : std::nullopt;
}

void removeEventsFrom(Connection& connection, std::int64_t first, std::int64_t last)
{
    for (const char* sql :
         {"DELETE FROM events WHERE id >= ? AND id <= ?", "DELETE FROM snapshots WHERE id >= ? AND id <= ?"})
        connection.query(sql).bind(first, last).run();
}

/// Returns whether it changed anything.
bool runOn(Connection& connection, const char* sql, SessionNumber session)
{
    connection.query(sql).bind(session.value).run();
    return connection.changes() > 0;
}

} // namespace

void hideSession(Connection& connection, SessionNumber session)
{
    connection.query("UPDATE sessions SET is_complete = 0, key = " QUARTERDECK_HIDDEN_KEY " WHERE id = ?")
        .bind(session.value)
        .run();
}

void hideIncompleteSessions(Connection& connection)
{
    connection.query("UPDATE sessions SET key = " QUARTERDECK_HIDDEN_KEY " WHERE NOT is_complete").run();
}

void SessionRemover::readHidden()
{
    if (std::exchange(m_isRead, true))
        return;
    m_hidden.clear();
    // Other incomplete sessions are being imported.
    Query row =
        m_connection.query("SELECT id FROM sessions WHERE NOT is_complete AND key >= char(1) AND key < char(2)");
    while (row.next())
        if (!m_stuck.contains(row.number(0)) && !m_emptied.contains(row.number(0)))
            m_hidden.insert(row.number(0));
}

bool SessionRemover::hasWork()
{
    readHidden();
    return !m_hidden.empty() || !m_emptied.empty();
}

bool SessionRemover::removeSlice()
{
    if (!hasWork())
        return false;
    if (m_hidden.empty()) {
        finishSlice();
        return !m_emptied.empty();
    }
    const SessionNumber session{*m_hidden.begin()};
    try {
        if (!removePart(session)) {
            m_hidden.erase(session.value);
            m_emptied.insert(session.value);
            m_isMerging = false;
        }
    } catch (const IndexDamage&) {
        throw; // it is made anew, and then holds nothing of the session
    } catch (const SQLite::Exception& failure) {
        giveUp(session, failure);
        m_hidden.erase(session.value);
    }
    return !m_hidden.empty() || !m_emptied.empty();
}

/// Rethrows anything that is not damage to the file.
void SessionRemover::giveUp(SessionNumber session, const SQLite::Exception& failure)
{
    if (!isDamage(failure))
        throw failure;
    qCWarning(storageLog, "removed session %lld cannot be taken out: %s", static_cast<long long>(session.value),
              failure.what());
    m_stuck.insert(session.value);
}

void SessionRemover::finishSlice()
{
    if (mergeWords())
        return;
    while (!m_emptied.empty()) {
        const SessionNumber session{*m_emptied.begin()};
        try {
            removeRow(session);
        } catch (const SQLite::Exception& failure) {
            giveUp(session, failure); // the others go all the same
        }
        m_emptied.erase(session.value);
    }
}

/// The index removes words by appending deletions; they disappear when its segments are merged. False when they have.
bool SessionRemover::mergeWords()
{
    const auto isIndexed = [this](std::int64_t session) { return indexedUpTo(m_connection, {session}).value > 0; };
    if (std::ranges::none_of(m_emptied, isIndexed))
        return false;
    // As FTS5 wants it: the first call starts a merge and the others continue it, until one changes next to nothing.
    constexpr std::int64_t pages = 200;
    constexpr int leastChange = 2;
    const std::int64_t step = std::exchange(m_isMerging, true) ? pages : -pages;
    const int before = m_connection.totalChanges();
    onIndex([&] {
        Transaction transaction(m_connection, Transaction::Kind::Write);
        m_connection.query("INSERT INTO text_index (text_index, rank) VALUES ('merge', ?)").bind(step).run();
        transaction.commit();
    });
    return step < 0 || m_connection.totalChanges() - before >= leastChange;
}

bool SessionRemover::removePart(SessionNumber session)
{
    if (removeEvents(session))
        return true;
    Transaction transaction(m_connection, Transaction::Kind::Write);
    const bool hasRemoved = removeChannelRows(session)
        || runOn(m_connection,
                 "DELETE FROM amendments WHERE session = ?1 AND target_seq <= coalesce((SELECT target_seq FROM"
                 " amendments WHERE session = ?1 ORDER BY target_seq LIMIT 1 OFFSET " QUARTERDECK_SLICE_ROWS
                 "), 1 << 62)",
                 session)
        || runOn(m_connection,
                 "DELETE FROM marks WHERE session = ?1 AND seq <= coalesce((SELECT seq FROM marks WHERE session = ?1"
                 " ORDER BY seq LIMIT 1 OFFSET " QUARTERDECK_SLICE_ROWS "), 1 << 62)",
                 session)
        || removeAttachments(session);
    transaction.commit();
    return hasRemoved;
}

/// Reads their words once more: without a copy of the texts, the index must be told what to forget.
bool SessionRemover::removeEvents(SessionNumber session)
{
    const GoingEvents going = readIndexed(m_connection, session);
    if (!going.first)
        return removeOtherEvents(session);
    Transaction transaction(m_connection, Transaction::Kind::Write);
    for (const auto& [seq, document] : going.documents)
        TextIndex::forget(m_connection, eventId(session, seq), document);
    removeEventsFrom(m_connection, eventId(session, *going.first), eventId(session, going.last));
    onIndex([&] { transaction.commit(); });
    return true;
}

/// The events of an abandoned import: the index never had them, so none is read.
bool SessionRemover::removeOtherEvents(SessionNumber session)
{
    const auto end = endOfSlice();
    bool hasRemoved = false;
    Transaction transaction(m_connection, Transaction::Kind::Write);
    do {
        const std::optional<std::int64_t> last = lastOfNext(m_connection, session);
        if (!last)
            break;
        removeEventsFrom(m_connection, beforeEvents(session), *last);
        hasRemoved = true;
    } while (std::chrono::steady_clock::now() < end);
    transaction.commit();
    return hasRemoved;
}

bool SessionRemover::removeChannelRows(SessionNumber session)
{
    std::vector<std::int64_t> channels;
    {
        Query row = m_connection.query("SELECT id FROM channels WHERE session = ?");
        row.bind(session.value);
        while (row.next())
            channels.push_back(row.number(0));
    }
    for (const std::int64_t channel : channels) {
        if (runOn(m_connection,
                  "DELETE FROM channel_rows WHERE channel = ?1 AND ordinal <= (SELECT min(ordinal) FROM channel_rows"
                  " WHERE channel = ?1) + " QUARTERDECK_SLICE_ROWS,
                  {channel}))
            return true;
    }
    return false;
}

/// Including bytes that no other session shows.
bool SessionRemover::removeAttachments(SessionNumber session)
{
    std::vector<std::string> hashes;
    {
        Query row = m_connection.query("SELECT mine.hash, coalesce(size, 0) FROM attachment_references AS mine"
                                       " LEFT JOIN attachments ON attachments.hash = mine.hash WHERE session = ?");
        row.bind(session.value);
        std::int64_t bytes = 0;
        while (bytes < sliceBytes && hashes.size() < sliceEvents && row.next()) {
            hashes.push_back(row.text(0));
            bytes += row.number(1);
        }
    }
    for (const std::string& hash : hashes) {
        m_connection.query("DELETE FROM attachment_references WHERE session = ? AND hash = ?")
            .bind(session.value, hash)
            .run();
        m_connection
            .query("DELETE FROM attachments WHERE hash = ?1"
                   " AND NOT EXISTS (SELECT * FROM attachment_references AS other WHERE other.hash = ?1)"
                   " AND NOT EXISTS (SELECT * FROM waiting_attachments AS waiting WHERE waiting.hash = ?1)")
            .bind(hash)
            .run();
    }
    return !hashes.empty();
}

/// Whatever is left goes with it: channels, draft, labels, size.
void SessionRemover::removeRow(SessionNumber session)
{
    Transaction transaction(m_connection, Transaction::Kind::Write);
    m_connection.query("DELETE FROM snapshots WHERE id > ? AND id < ?")
        .bind(beforeEvents(session), afterEvents(session))
        .run();
    m_connection.query("DELETE FROM text_index_progress WHERE session = ?").bind(session.value).run();
    m_connection.query("DELETE FROM sessions WHERE id = ?").bind(session.value).run();
    // A short one frees no page: then the count of changes on the first one would not tell a recovery that the log came
    // after the file, which still has the session.
    m_connection.execute(("PRAGMA user_version = " + std::to_string(schemaVersion)).c_str());
    transaction.commit();
}

} // namespace quarterdeck::storage::sqlite
