#include "sqlite/text_index.h"

#include "search/words.h"
#include "sqlite/event_document.h"
#include "sqlite/logging.h"

#include <QChar>
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

constexpr int sliceEvents = 50;
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
    readTails();
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
    Transaction transaction(m_connection, Transaction::Kind::Write);
    const EventSeq indexed = indexEvents(session, tail->second);
    m_connection.query("INSERT OR REPLACE INTO text_index_progress (session, seq) VALUES (?, ?)")
        .bind(session.value, indexed.value)
        .run();
    transaction.commit();
    tail->second.indexed = indexed;
    if (indexed >= tail->second.last)
        m_tails.erase(tail);
    return !m_tails.empty();
}

EventSeq TextIndex::indexEvents(SessionNumber session, const Tail& tail)
{
    const auto end = std::chrono::steady_clock::now() + sliceTime;
    EventSeq indexed = tail.last;
    int written = 0;
    forEachDocument(
        m_connection, session, tail.indexed, tail.last, [&](EventSeq seq, const search::Document& document) {
            if (!document.isEmpty()) {
                write(m_connection,
                      "INSERT INTO text_index (rowid, text, speaker, chat, tool, kind) VALUES (?, ?, ?, ?, ?, ?)",
                      eventId(session, seq), document);
                ++written;
            }
            const bool goesOn = written < sliceEvents && std::chrono::steady_clock::now() < end;
            if (!goesOn)
                indexed = seq;
            return goesOn;
        });
    return indexed;
}

void TextIndex::remove(SessionNumber session)
{
    const EventSeq indexed = indexedUpTo(m_connection, session);
    forEachDocument(m_connection, session, {0}, indexed, [&](EventSeq seq, const search::Document& document) {
        // Without a copy of its texts the index must be told what to forget.
        if (!document.isEmpty())
            write(m_connection,
                  "INSERT INTO text_index (text_index, rowid, text, speaker, chat, tool, kind)"
                  " VALUES ('delete', ?, ?, ?, ?, ?, ?)",
                  eventId(session, seq), document);
        return true;
    });
    m_connection.query("DELETE FROM text_index_progress WHERE session = ?").bind(session.value).run();
    m_tails.erase(session.value);
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
