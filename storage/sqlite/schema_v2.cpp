#include "sqlite/schema_steps.h"

namespace quarterdeck::storage::sqlite {

void changeToVersion2(Connection& connection)
{
    connection.execute(R"sql(
-- 0: being imported; nobody reads it, and it goes when the file is opened again
ALTER TABLE sessions ADD COLUMN is_complete INTEGER NOT NULL DEFAULT 1;

CREATE INDEX marks_by_kind ON marks (session, kind, seq);

CREATE TABLE waiting_attachments ( -- put, and no event that refers to them written since
    hash TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
)sql");
}

} // namespace quarterdeck::storage::sqlite
