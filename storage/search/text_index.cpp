#include "storage/search/text_index.h"

#include "storage/log/event_document.h"
#include "storage/search/search_token.h"
#include "storage/sqlite/sqlite_errors.h"

#include <QChar>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <utility>

namespace quarterdeck::storage::sqlite {

namespace {

using search::Purpose;
using search::SearchToken;

/// FTS5 requires an object per table; ours has no state.
int create(void*, const char**, int, Fts5Tokenizer** tokenizer)
{
    static char nothing = 0;
    *tokenizer = reinterpret_cast<Fts5Tokenizer*>(&nothing);
    return SQLITE_OK;
}

void destroy(Fts5Tokenizer*) { }

using TakeToken = int (*)(void* context, int flags, const char* token, int size, int begin, int end);

int tokenize(Fts5Tokenizer*, void* context, int flags, const char* text, int size, TakeToken take)
{
    const Purpose purpose = (flags & FTS5_TOKENIZE_QUERY) != 0 ? Purpose::Query : Purpose::Document;
    int result = SQLITE_OK;
    search::splitIntoTokens({text, static_cast<std::size_t>(size)}, purpose, [&](const SearchToken& word) {
        result = take(context, word.isColocated ? FTS5_TOKEN_COLOCATED : 0, word.text.data(),
                      static_cast<int>(word.text.size()), static_cast<int>(word.begin), static_cast<int>(word.end));
        return result == SQLITE_OK;
    });
    return result;
}

/// The way FTS5's documentation gives it: the pointer is the result of a query.
fts5_api* apiOf(sqlite3* handle)
{
    fts5_api* api = nullptr;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nullptr) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", nullptr);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return api;
}

} // namespace

void registerTokenizer(SQLite::Database& database)
{
    fts5_api* api = apiOf(database.getHandle());
    fts5_tokenizer functions{create, destroy, tokenize};
    if (api == nullptr || api->xCreateTokenizer(api, "quarterdeck", nullptr, &functions, nullptr) != SQLITE_OK)
        throw SQLite::Exception("this SQLite has no FTS5", SQLITE_ERROR);
}

using namespace session;

namespace {

constexpr std::size_t sliceEvents = 50;
/// Of words, unless a single event has more.
constexpr std::size_t sliceBytes = 256U << 10U;
constexpr std::size_t mostKept = 16;
constexpr std::chrono::milliseconds sliceTime{5};

/// Qt defines letters and case, and learns new ones.
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

void makeTables(Connection& connection)
{
    connection.execute(R"sql(
DELETE FROM text_index_version;
DROP TABLE IF EXISTS text_index;
CREATE VIRTUAL TABLE text_index USING fts5 (text, speaker, chat, tool, kind, content='', columnsize=0, tokenize='quarterdeck');
DROP TABLE IF EXISTS text_index_progress;
CREATE TABLE text_index_progress (session INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS amendments_by_seq ON amendments (session, seq);
)sql");
    connection.query("INSERT INTO text_index_version (version) VALUES (?)").bind(versionOfWords()).run();
}

/// False if a damaged page prevents it, which ends the transaction.
bool isCommitted(Connection& connection, const std::function<void()>& change)
{
    return isReadable([&] {
        Transaction transaction(connection, Transaction::Kind::Write);
        change();
        transaction.commit();
    });
}

/// The structure of an FTS5 index without words: FTS5 cannot even drop one whose structure it cannot read.
void emptyStructure(Connection& connection)
{
    connection.execute("UPDATE text_index_data SET block = x'00000000000000' WHERE id = 10");
}

/// Without a version, nobody reads it or writes to it.
void giveUp(Connection& connection)
{
    qCWarning(storageLog, "the text index is damaged and cannot be made anew");
    (void)isCommitted(connection, [&] { connection.execute("DELETE FROM text_index_version"); });
}

} // namespace

void TextIndex::prepare(Connection& connection)
{
    const bool isThere = isCommitted(connection, [&] {
        connection.execute("CREATE TABLE IF NOT EXISTS text_index_version (version TEXT NOT NULL) STRICT");
        if (storedVersion(connection) != versionOfWords())
            makeTables(connection);
    });
    if (!isThere)
        giveUp(connection);
}

void TextIndex::rebuildIndex()
{
    m_isGivenUp = m_isMadeAnew || !isCommitted(m_connection, [&] {
                      emptyStructure(m_connection);
                      makeTables(m_connection);
                  });
    if (m_isGivenUp)
        giveUp(m_connection);
    m_isMadeAnew = true;
    m_isDoubted = false;
    m_isRead = false;
}

void TextIndex::readTails()
{
    if (std::exchange(m_isRead, true))
        return;
    m_tails.clear();
    m_isUsable = !m_isGivenUp && hasUsableIndex(m_connection);
    if (!m_isUsable)
        return;
    onIndex([&] { readProgress(m_connection); });
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
    if (!m_isUsable || m_isDoubted)
        return;
    if (const auto known = m_tails.find(session.value); known != m_tails.end()) {
        known->second.last = lastSeq;
        return;
    }
    EventSeq indexed;
    // A damaged page ends the transaction, so a retry does not ask again.
    if (isReadable([&] { indexed = indexedUpTo(m_connection, session); }))
        m_tails[session.value] = {indexed, lastSeq};
    else
        doubt();
}

void TextIndex::forget(SessionNumber session)
{
    m_tails.erase(session.value);
    m_kept.erase(m_kept.lower_bound(beforeEvents(session)), m_kept.lower_bound(afterEvents(session)));
}

void TextIndex::keep(std::int64_t event, std::shared_ptr<const search::Document> document)
{
    if (m_kept.size() < mostKept)
        m_kept[event] = std::move(document);
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
    // Before the transaction, since a damaged page would end it.
    const Slice slice = readSlice(session, tail->second);
    onIndex([&] {
        Transaction transaction(m_connection, Transaction::Kind::Write);
        for (const auto& [seq, document] : slice.documents)
            add(m_connection, eventId(session, seq), document);
        m_connection.query("INSERT OR REPLACE INTO text_index_progress (session, seq) VALUES (?, ?)")
            .bind(session.value, slice.end.value)
            .run();
        transaction.commit();
    });
    m_kept.erase(m_kept.lower_bound(beforeEvents(session)), m_kept.upper_bound(eventId(session, slice.end)));
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
    std::size_t bytes = 0;
    const auto take = [&](EventSeq seq, const search::Document& document) {
        bytes += document[search::Part::Text].size();
        if (!document.isEmpty())
            slice.documents.emplace_back(seq, document);
        slice.end = seq;
        isWhole = slice.documents.size() < sliceEvents && bytes < sliceBytes && std::chrono::steady_clock::now() < end;
        return isWhole;
    };
    const auto known = [&](EventSeq seq) {
        const auto kept = m_kept.find(eventId(session, seq));
        return kept != m_kept.end() ? kept->second.get() : nullptr;
    };
    try {
        forEachDocument(m_connection, session, tail.indexed, tail.last, {GrowthView::Way::ToIndex, tail.last}, take,
                        known);
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

/// Skips what is on a damaged page, one event at a time, so that all others are found.
EventSeq TextIndex::readableAfter(SessionNumber session, const Tail& tail)
{
    const auto end = std::chrono::steady_clock::now() + sliceTime;
    EventSeq passed = tail.indexed;
    while (passed < tail.last && std::chrono::steady_clock::now() < end) {
        try {
            forEachDocument(m_connection, session, passed, passed.next(), {GrowthView::Way::ToIndex, tail.last},
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
    onIndex([&] {
        write(connection, "INSERT INTO text_index (rowid, text, speaker, chat, tool, kind) VALUES (?, ?, ?, ?, ?, ?)",
              event, document);
    });
}

void TextIndex::forget(Connection& connection, std::int64_t event, const search::Document& document)
{
    onIndex([&] {
        write(connection,
              "INSERT INTO text_index (text_index, rowid, text, speaker, chat, tool, kind)"
              " VALUES ('delete', ?, ?, ?, ?, ?, ?)",
              event, document);
    });
}

std::int64_t indexLag(Connection& connection)
{
    Query row = hasUsableIndex(connection)
        ? connection.query("SELECT coalesce(sum(last_seq - coalesce(seq, 0)), 0) FROM sessions"
                           " LEFT JOIN text_index_progress ON session = id WHERE is_complete")
        : connection.query("SELECT coalesce(sum(last_seq), 0) FROM sessions WHERE is_complete");
    return row.next() ? row.number(0) : 0;
}

// Another version may split words differently, and a read-only file keeps the index that it has.
bool hasUsableIndex(Connection& connection)
{
    bool isOfTheseWords = false;
    const bool isRead = isReadable([&] {
        {
            Query table = connection.query("SELECT 1 FROM sqlite_master WHERE name = 'text_index_version'");
            if (!table.next())
                return;
        }
        isOfTheseWords = storedVersion(connection) == versionOfWords();
    });
    return isRead && isOfTheseWords;
}

void readProgress(Connection& connection)
{
    Query progress = connection.query("SELECT sum(seq) FROM text_index_progress");
    (void)progress.next();
}

// FTS5's own integrity-check counts as writing, while a check may only read. Listing all of its words visits the same
// pages.
std::string faultsOfIndex(Connection& connection)
{
    if (!hasUsableIndex(connection))
        return {};
    try {
        connection.execute(
            "PRAGMA query_only = OFF;"
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.index_words USING fts5vocab (main, text_index, 'row');"
            "PRAGMA query_only = ON");
        Query words = connection.query("SELECT count(*), sum(cnt) FROM temp.index_words");
        (void)words.next();
        readProgress(connection);
    } catch (const SQLite::Exception& failure) {
        if (!isDamage(failure))
            throw;
        return std::string("text index: ") + failure.what();
    }
    return {};
}

EventSeq indexedUpTo(Connection& connection, SessionNumber session)
{
    if (!hasUsableIndex(connection))
        return {0};
    Query row = connection.query("SELECT seq FROM text_index_progress WHERE session = ?");
    return row.bind(session.value).next() ? EventSeq{row.number(0)} : EventSeq{0};
}

} // namespace quarterdeck::storage::sqlite
