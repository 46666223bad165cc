#include "storage/sqlite/schema.h"

#include "storage/search/text_index.h"
#include "storage/sqlite/connection.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace quarterdeck::storage::sqlite {

/// The schema's steps, one per version, each in a file of its own. They run inside a transaction. A released step never
/// changes again. They throw.
void createVersion1(Connection& connection);
/// What the person says about sessions, and their sizes.
void changeToVersion2(Connection& connection);
/// Packed payloads, and a fast way to find unfinished sessions.
void changeToVersion3(Connection& connection);
/// Merged events, and how many wait for an attachment.
void changeToVersion4(Connection& connection);

namespace {

struct Migration
{
    int version; ///< that the file has afterwards
    void (*run)(Connection&);
};
constexpr std::array migrations = {Migration{1, createVersion1}, Migration{2, changeToVersion2},
                                   Migration{3, changeToVersion3}, Migration{4, changeToVersion4}};
static_assert(migrations.back().version == schemaVersion);

} // namespace

SchemaState readSchemaState(Connection& connection)
{
    SchemaState state;
    state.applicationId = connection.pragma("application_id");
    state.version = static_cast<int>(connection.pragma("user_version"));
    return state;
}

bool migrate(Connection& connection)
{
    const int version = readSchemaState(connection).version;
    {
        Transaction transaction(connection, Transaction::Kind::Write);
        for (const Migration& migration : migrations) {
            if (migration.version <= version)
                continue;
            connection.execute(("PRAGMA application_id = " + std::to_string(applicationId)).c_str());
            migration.run(connection);
            connection.execute(("PRAGMA user_version = " + std::to_string(migration.version)).c_str());
        }
        transaction.commit();
    }
    TextIndex::prepare(connection);
    // A cache large enough for a transaction, or SQLite would write its pages out and read them back before the end.
    // What is deleted for good is overwritten.
    connection.execute("PRAGMA synchronous = FULL; PRAGMA cache_size = -8000; PRAGMA secure_delete = ON");
    return connection.setJournal("wal");
}

void addCompatibilityViews(Connection& connection)
{
    if (readSchemaState(connection).version >= packedVersion)
        return;
    // A view of this connection's own, which nevertheless counts as writing.
    connection.execute("PRAGMA query_only = OFF;"
                       "CREATE TEMP VIEW events AS SELECT id, kind, version, time, latest_time, monotonic, speaker,"
                       " payload AS plain, NULL AS packed FROM main.events;"
                       "PRAGMA query_only = ON");
}

bool isReadable(Connection& connection)
{
    try {
        connection.execute(R"sql(
SELECT id, key, title, kind, is_sample, is_complete, source, run_state, started_at, last_activity, last_seq,
       message_count, round, cost, tokens, activity_line, open_questions FROM sessions LIMIT 0;
SELECT id, kind, version, time, latest_time, monotonic, speaker, plain, packed FROM events LIMIT 0;
SELECT id, session, key FROM channels LIMIT 0;
SELECT channel, ordinal, seq FROM channel_rows LIMIT 0;
SELECT session, target_seq, seq FROM amendments LIMIT 0;
SELECT session, seq, kind, subject FROM marks LIMIT 0;
SELECT id, version, state FROM snapshots LIMIT 0;
SELECT hash, media_type, size, width, height, bytes FROM attachments LIMIT 0;
SELECT session, hash FROM attachment_references LIMIT 0;
SELECT hash FROM waiting_attachments LIMIT 0;
SELECT session, draft FROM drafts LIMIT 0;
)sql");
        if (readSchemaState(connection).version >= labelsVersion)
            connection.execute(R"sql(
SELECT session, title, tags, note, is_pinned, archived_at FROM labels LIMIT 0;
SELECT session, events FROM sizes LIMIT 0;
)sql");
        return true;
    } catch (const SQLite::Exception& failure) {
        if (failure.getErrorCode() != SQLITE_ERROR)
            throw;
        return false;
    }
}

namespace {

using conversation::RunState;
using conversation::SessionKind;
using MarkKind = session::TimelineMark::Kind;

// In the order of the enums.
const std::array<std::string, 4> sessionKinds = {"team", "demo", "imported", "remote"};
const std::array<std::string, 6> runStates = {"not_started",    "running", "paused",
                                              "stop_requested", "stopped", "finished"};
const std::array<std::string, 4> markKinds = {"question", "error", "private_chat", "mistake"};

static_assert(static_cast<int>(SessionKind::Remote) == 3);
static_assert(static_cast<int>(RunState::Finished) == 5);
static_assert(static_cast<int>(MarkKind::Mistake) == 3);

template <typename Enum, std::size_t count>
Enum valueOf(const std::array<std::string, count>& words, std::string_view word)
{
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? Enum{} : static_cast<Enum>(found - words.begin());
}

} // namespace

const std::string& wordOf(SessionKind kind) { return sessionKinds.at(static_cast<std::size_t>(kind)); }
const std::string& wordOf(RunState state) { return runStates.at(static_cast<std::size_t>(state)); }
const std::string& wordOf(MarkKind kind) { return markKinds.at(static_cast<std::size_t>(kind)); }
SessionKind sessionKindOf(std::string_view word) { return valueOf<SessionKind>(sessionKinds, word); }
RunState runStateOf(std::string_view word) { return valueOf<RunState>(runStates, word); }
MarkKind markKindOf(std::string_view word) { return valueOf<MarkKind>(markKinds, word); }

void createVersion1(Connection& connection)
{
    // Times are UTC milliseconds. An event's id is session * 2^40 + seq (event_id.h): one tree in which a session's
    // events are adjacent, and an integer by which a text index can refer to an event.
    connection.execute(R"sql(
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    is_sample INTEGER NOT NULL,
    is_complete INTEGER NOT NULL DEFAULT 1, -- 0: being imported; nobody reads it, it goes at the next opening
    source TEXT NOT NULL,
    run_state TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    last_activity INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    message_count INTEGER NOT NULL,
    round INTEGER NOT NULL,
    cost REAL NOT NULL,
    tokens INTEGER NOT NULL,
    activity_line TEXT NOT NULL,
    open_questions TEXT NOT NULL -- JSON: [{"question", "asked_seq"}]
) STRICT;

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    time INTEGER NOT NULL,
    latest_time INTEGER NOT NULL, -- the latest time up to here: differs from time where a clock went back
    monotonic INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    payload TEXT NOT NULL
) STRICT;
CREATE INDEX events_timeline ON events (id, time, speaker);
CREATE INDEX events_out_of_order ON events (id, time) WHERE time < latest_time;

CREATE TABLE channels (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    UNIQUE (session, key)
) STRICT;
CREATE TABLE channel_rows (
    channel INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (channel, ordinal)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX channel_rows_by_seq ON channel_rows (channel, seq);

CREATE TABLE amendments (
    session INTEGER NOT NULL,
    target_seq INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (session, target_seq, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE marks (
    session INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL, -- marks of one kind and one subject that is not empty are one span
    PRIMARY KEY (session, seq, kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX marks_by_kind ON marks (session, kind, seq);

CREATE TABLE snapshots (
    id INTEGER PRIMARY KEY, -- of the event after which the state was so
    version INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT;

CREATE TABLE attachments (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE, -- SHA-256, lower-case hex
    media_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    bytes BLOB NOT NULL
) STRICT;
CREATE TABLE attachment_references (
    session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (session, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_references_by_hash ON attachment_references (hash);

CREATE TABLE waiting_attachments ( -- put, and no event that refers to them written since
    hash TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
    session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    draft TEXT NOT NULL
) STRICT;
)sql");
}

void changeToVersion2(Connection& connection)
{
    connection.execute(R"sql(
CREATE TABLE labels ( -- what the person says about a session
    session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    title TEXT NOT NULL, -- empty: the log's
    tags TEXT NOT NULL, -- JSON: ["…"]
    note TEXT NOT NULL,
    is_pinned INTEGER NOT NULL,
    archived_at INTEGER
) STRICT;

CREATE TABLE sizes (
    session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    events INTEGER NOT NULL -- bytes of their payloads
) STRICT;
INSERT INTO sizes (session, events)
    SELECT sessions.id, (SELECT coalesce(sum(length(CAST(payload AS BLOB))), 0) FROM events
                         WHERE events.id > sessions.id << 40 AND events.id < (sessions.id + 1) << 40)
    FROM sessions;
)sql");
}

// What was written before stays as it is. The column has another name, so that a program which knows nothing of packed
// payloads says that the file is of a newer version, and takes none of them for damaged.
void changeToVersion3(Connection& connection)
{
    connection.execute(R"sql(
ALTER TABLE events RENAME COLUMN payload TO plain; -- empty where packed has it
ALTER TABLE events ADD COLUMN packed BLOB; -- payload_packing.h
CREATE INDEX unfinished_sessions ON sessions (key) WHERE NOT is_complete; -- looked for at each opening
)sql");
}

// Besides, events may now be missing for which another row stands (log_reader.h): a program that does not know this
// would take the file for damaged.
void changeToVersion4(Connection& connection)
{
    connection.execute("ALTER TABLE waiting_attachments ADD COLUMN waiters INTEGER NOT NULL DEFAULT 1");
}

} // namespace quarterdeck::storage::sqlite
