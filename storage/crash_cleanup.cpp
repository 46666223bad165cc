#include "storage/crash_cleanup.h"

#include "storage/log/session_remover.h"
#include "storage/sqlite/logging.h"

namespace quarterdeck::storage::sqlite {

void cleanUpAfterCrash(Connection& connection)
{
    try {
        Transaction transaction(connection, Transaction::Kind::Write);
        hideIncompleteSessions(connection);
        // Only those that wait: in a damaged file, the reference may be what is missing.
        connection.execute("DELETE FROM attachments WHERE hash IN (SELECT hash FROM waiting_attachments)"
                           " AND NOT EXISTS (SELECT * FROM attachment_references AS used"
                           " WHERE used.hash = attachments.hash);"
                           "DELETE FROM waiting_attachments");
        transaction.commit();
    } catch (const SQLite::Exception& failure) {
        qCWarning(storageLog, "what was left unfinished cannot be removed: %s", failure.what());
    }
}

} // namespace quarterdeck::storage::sqlite
