#pragma once

#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/sqlite/connection.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// Empty labels leave no row.
void writeLabels(Connection& connection, SessionNumber session, const session::SessionLabels& labels);
[[nodiscard]] bool isArchived(Connection& connection, SessionNumber session);
/// From `labels.tags`; what cannot be read is left out.
[[nodiscard]] std::vector<std::string> tagsFromText(std::string_view text);
/// From a row with the columns title, tags, note, is_pinned, archived_at, starting at `column`.
[[nodiscard]] session::SessionLabels labelsFrom(const Query& row, int column);
/// Of all complete sessions; for a file older than sizes, only those of attachments.
[[nodiscard]] std::vector<session::SessionSize> readSizes(Connection& connection);

/// The list's rows. They throw SQLite::Exception.
void insertSession(Connection& connection, const session::SessionSummary& summary);
void updateSession(Connection& connection, SessionNumber session, session::EventSeq lastSeq,
                   const session::SessionSummary& summary);
/// What the first events of recordings say, which never changes: read once while the library is open. Otherwise each
/// list would read, for every recording, something far from the list's rows.
class RecordingCache
{
public:
    /// The row's kind hides what a recording was where it was written; its first event tells.
    void tell(Connection& connection, SessionNumber session, session::SessionSummary& summary);
    /// Forgets those that were not asked for since the last call.
    void forgetOthers();

private:
    struct Told
    {
        session::Timestamp startedAt; ///< different for another one with the same id
        bool isScripted = false;
        bool areTimesKnown = true;
    };
    std::unordered_map<session::SessionId, Told> m_known;
    std::unordered_map<session::SessionId, Told> m_told;
};

/// As a list shows them, newest activity first.
[[nodiscard]] std::vector<session::SessionSummary> readSummaries(Connection& connection, RecordingCache& recordings);
/// According to the log, without labels.
[[nodiscard]] std::optional<session::SessionSummary> readSummary(Connection& connection, SessionNumber session);
/// Whether its events' times are real: those of a recording without times only give an order.
[[nodiscard]] bool areTimesKnown(Connection& connection, SessionNumber session);

} // namespace quarterdeck::storage::sqlite
