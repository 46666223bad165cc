#include "storage/sqlite/schema_steps.h"

namespace quarterdeck::storage::sqlite {

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

} // namespace quarterdeck::storage::sqlite
