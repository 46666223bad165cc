#include "sqlite/text_index.h"

#include "search/words.h"
#include "sqlite/event_document.h"
#include "sqlite/guarded.h"
#include "sqlite/logging.h"

#include <QChar>
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

constexpr std::size_t sliceEvents = 50;
constexpr std::chrono::milliseconds sliceTime{5};

/// Letters and cases are Qt's, which learns new ones.
std::string versionOfWords()
{
    return std::to_string(search::wordsVersion) + "/"
        + std::to_string(static_cast<int>(QChar::currentUnicodeVersion()));
}

std::string storedVersion(Connection& connection)
{
    Query row = connection.query("SELECT version FROM text_index_version");
    return row.next() ? row.text(0) : std::string();
}

/// Runs the statement with an event's id and parts.
void write(Connection& connection, const char* statement, std::int64_t id, const search::Document& document)
{
    using search::Part;
    connection.query(statement)
        .bind(id, document[Part::Text], document[Part::Speaker], document[Part::Chat], document[Part::Tool],
              document[Part::Kind])
        .run();
}

} // namespace

void TextIndex::prepare(Connection& connection)
{
    connection.execute("CREATE TABLE IF NOT EXISTS text_index_version (version TEXT NOT NULL) STRICT");
    if (storedVersion(connection) == versionOfWords())
        return;
    connection.execute(R"sql(
DROP TABLE IF EXISTS text_index;
CREATE VIRTUAL TABLE text_index USING fts5 (text, speaker, chat, tool, kind, content='', columnsize=0, tokenize='quarterdeck');
DROP TABLE IF EXISTS text_index_progress;
CREATE TABLE text_index_progress (session INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS amendments_by_seq ON amendments (session, seq);
DELETE FROM text_index_version;
)sql");
    connection.query("INSERT INTO text_index_version (version) VALUES (?)").bind(versionOfWords()).run();
}

void TextIndex::readTails()
{
    if (std::exchange(m_isRead, true))
        return;
    m_tails.clear();
    Query row = m_connection.query("SELECT id, coalesce(seq, 0), last_seq FROM sessions"
                                   " LEFT JOIN text_index_progress ON session = id"
                                   " WHERE is_complete AND last_seq > coalesce(seq, 0)");
    while (row.next())
        m_tails[row.number(0)] = {{row.number(1)}, {row.number(2)}};
}

void TextIndex::note(SessionNumber session, EventSeq lastSeq)
{
    if (!m_isRead)
        return; // the table will say so
    const auto [tail, isNew] = m_tails.try_emplace(session.value);
    if (isNew)
        tail->second.indexed = indexedUpTo(m_connection, session);
    tail->second.last = lastSeq;
}

std::int64_t TextIndex::tail()
{
    readTails();
    std::int64_t events = 0;
    for (const auto& [session, tail] : m_tails)
        events += tail.last.value - tail.indexed.value;
    return events;
}

bool TextIndex::indexSlice()
{
    readTails();
    if (m_tails.empty())
        return false;
    const auto tail = m_tails.begin();
    const SessionNumber session{tail->first};
    // Before the transaction: a page that is wrong would end it.
    const Slice slice = readSlice(session, tail->second);
    Transaction transaction(m_connection, Transaction::Kind::Write);
    for (const auto& [seq, document] : slice.documents)
        add(m_connection, eventId(session, seq), document);
    m_connection.query("INSERT OR REPLACE INTO text_index_progress (session, seq) VALUES (?, ?)")
        .bind(session.value, slice.end.value)
        .run();
    transaction.commit();
    tail->second.indexed = slice.end;
    if (slice.end >= tail->second.last)
        m_tails.erase(tail);
    return !m_tails.empty();
}

TextIndex::Slice TextIndex::readSlice(SessionNumber session, const Tail& tail)
{
    const auto end = std::chrono::steady_clock::now() + sliceTime;
    Slice slice{tail.indexed, {}};
    bool isWhole = true;
    try {
        forEachDocument(m_connection, session, tail.indexed, tail.last,
                        [&](EventSeq seq, const search::Document& document) {
                            if (!document.isEmpty())
                                slice.documents.emplace_back(seq, document);
                            slice.end = seq;
                            isWhole = slice.documents.size() < sliceEvents && std::chrono::steady_clock::now() < end;
                            return isWhole;
                        });
        if (isWhole)
            slice.end = tail.last;
    } catch (const SQLite::Exception& failure) {
        if (!isDamage(failure))
            throw;
        if (slice.end == tail.indexed)
            slice.end = readableAfter(session, tail);
    }
    return slice;
}

/// What stands on a page that is wrong is passed over, an event at a time, so that all others are found.
EventSeq TextIndex::readableAfter(SessionNumber session, const Tail& tail)
{
    const auto end = std::chrono::steady_clock::now() + sliceTime;
    EventSeq passed = tail.indexed;
    while (passed < tail.last && std::chrono::steady_clock::now() < end) {
        try {
            forEachDocument(m_connection, session, passed, passed.next(),
                            [](EventSeq, const search::Document&) { return true; });
            if (passed > tail.indexed)
                break;
        } catch (const SQLite::Exception& failure) {
            if (!isDamage(failure))
                throw;
        }
        passed = passed.next();
    }
    qCWarning(storageLog, "events %lld to %lld of session %lld cannot be read, nor found by their words",
              static_cast<long long>(tail.indexed.value + 1), static_cast<long long>(passed.value),
              static_cast<long long>(session.value));
    return passed;
}

void TextIndex::add(Connection& connection, std::int64_t event, const search::Document& document)
{
    write(connection, "INSERT INTO text_index (rowid, text, speaker, chat, tool, kind) VALUES (?, ?, ?, ?, ?, ?)",
          event, document);
}

void TextIndex::forget(Connection& connection, std::int64_t event, const search::Document& document)
{
    write(connection,
          "INSERT INTO text_index (text_index, rowid, text, speaker, chat, tool, kind)"
          " VALUES ('delete', ?, ?, ?, ?, ?, ?)",
          event, document);
}

std::int64_t indexLag(Connection& connection)
{
    Query row = hasUsableIndex(connection)
        ? connection.query("SELECT coalesce(sum(last_seq - coalesce(seq, 0)), 0) FROM sessions"
                           " LEFT JOIN text_index_progress ON session = id WHERE is_complete")
        : connection.query("SELECT coalesce(sum(last_seq), 0) FROM sessions WHERE is_complete");
    return row.next() ? row.number(0) : 0;
}

// Another program's words may be others, and a file that is only read keeps what it has.
bool hasUsableIndex(Connection& connection)
{
    {
        Query table = connection.query("SELECT 1 FROM sqlite_master WHERE name = 'text_index_version'");
        if (!table.next())
            return false;
    }
    return storedVersion(connection) == versionOfWords();
}

EventSeq indexedUpTo(Connection& connection, SessionNumber session)
{
    if (!hasUsableIndex(connection))
        return {0};
    Query row = connection.query("SELECT seq FROM text_index_progress WHERE session = ?");
    return row.bind(session.value).next() ? EventSeq{row.number(0)} : EventSeq{0};
}

} // namespace quarterdeck::storage::sqlite
