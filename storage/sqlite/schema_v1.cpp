#include "storage/sqlite/schema_steps.h"

namespace quarterdeck::storage::sqlite {

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

} // namespace quarterdeck::storage::sqlite
