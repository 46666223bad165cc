#pragma once

#include "storage/log/event_id.h"
#include "storage/search/document.h"
#include "storage/sqlite/connection.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// Marks a session for removal, so that nobody reads it or finds it by its key. Inside the caller's transaction. Throws
/// SQLite::Exception.
void hideSession(Connection& connection, SessionNumber session);
/// The same for all incomplete ones.
void hideIncompleteSessions(Connection& connection);

/// Removes hidden sessions with everything of theirs, in slices, so that no append waits for a long one; whatever is
/// left when the program ends goes after the next start. Every function throws SQLite::Exception. Thread: writer.
class SessionRemover
{
public:
    explicit SessionRemover(Connection& connection) : m_connection(connection) { }

    /// There may be more of them now.
    void look() { m_isRead = false; }
    [[nodiscard]] bool hasWork();
    /// Removes some rows, at most some milliseconds of work, in a transaction of its own. A session on a damaged page
    /// stays as it is, hidden. False if nothing was left to do.
    bool removeSlice();

private:
    void readHidden();
    /// False if only the session's row is left.
    [[nodiscard]] bool removePart(SessionNumber session);
    [[nodiscard]] bool removeEvents(SessionNumber session);
    [[nodiscard]] bool removeOtherEvents(SessionNumber session);
    [[nodiscard]] bool removeChannelRows(SessionNumber session);
    [[nodiscard]] bool removeAttachments(SessionNumber session);
    void removeRow(SessionNumber session);
    void giveUp(SessionNumber session, const SQLite::Exception& failure);
    /// For sessions of which nothing else is left: their words, and then their rows.
    void finishSlice();
    [[nodiscard]] bool mergeWords();

    Connection& m_connection;
    std::set<std::int64_t> m_hidden;  ///< numbers
    std::set<std::int64_t> m_emptied; ///< only their words and rows are left
    bool m_isMerging = false;
    std::set<std::int64_t> m_stuck; ///< not tried again before the next start
    bool m_isRead = false;
};

} // namespace quarterdeck::storage::sqlite
