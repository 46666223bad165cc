#include "sqlite/leftovers.h"

#include "sqlite/log_writer.h"
#include "sqlite/logging.h"

#include <vector>

namespace quarterdeck::storage::sqlite {

using session::SessionId;

namespace {

std::vector<SessionId> incompleteSessions(Connection& connection)
{
    std::vector<SessionId> sessions;
    Query row = connection.query("SELECT key FROM sessions WHERE NOT is_complete");
    while (row.next())
        sessions.emplace_back(row.text(0));
    return sessions;
}

} // namespace

void removeLeftovers(Connection& connection)
{
    try {
        Transaction transaction(connection, Transaction::Kind::Write);
        TextIndex index(connection);
        LogWriter log(connection, index);
        for (const SessionId& session : incompleteSessions(connection)) {
            if (!log.remove(session))
                qCWarning(storageLog, "the unfinished session %s cannot be removed", session.str().c_str());
        }
        // Only those that wait: in a damaged file a reference may be what is missing.
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
