#include "storage/sqlite/schema.h"

#include "storage/search/text_index.h"
#include "storage/sqlite/schema_steps.h"

#include <array>
#include <sqlite3.h>
#include <string>

namespace quarterdeck::storage::sqlite {

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

} // namespace quarterdeck::storage::sqlite
