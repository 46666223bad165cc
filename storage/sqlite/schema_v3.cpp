#include "storage/sqlite/schema_steps.h"

namespace quarterdeck::storage::sqlite {

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

} // namespace quarterdeck::storage::sqlite
