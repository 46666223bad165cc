#include "storage/sqlite/schema_steps.h"

namespace quarterdeck::storage::sqlite {

// Besides, events may now be missing for which another row stands (merged_events.h): a program that does not know this
// would take the file for damaged.
void changeToVersion4(Connection& connection)
{
    connection.execute("ALTER TABLE waiting_attachments ADD COLUMN waiters INTEGER NOT NULL DEFAULT 1");
}

} // namespace quarterdeck::storage::sqlite
