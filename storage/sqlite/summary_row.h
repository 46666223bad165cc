#pragma once

#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// The list's rows. They throw SQLite::Exception.
void insertSession(Connection& connection, const session::SessionSummary& summary);
void updateSession(Connection& connection, SessionNumber session, session::EventSeq lastSeq,
                   const session::SessionSummary& summary);
/// What the first events of recordings say, which never changes: read once while the library is open. Else each list
/// would read, of every recording, what lies far from the rows of the list.
class Recordings
{
public:
    /// The row's kind hides what a recording was where it was written: its first event tells.
    void tell(Connection& connection, SessionNumber session, session::SessionSummary& summary);
    /// Those that were not told of since the last time are gone.
    void forgetOthers();

private:
    struct Told
    {
        session::Timestamp startedAt; ///< another one of the same id
        bool isScripted = false;
        bool areTimesKnown = true;
    };
    std::unordered_map<session::SessionId, Told> m_known;
    std::unordered_map<session::SessionId, Told> m_told;
};

/// As a list shows them, newest activity first.
[[nodiscard]] std::vector<session::SessionSummary> readSummaries(Connection& connection, Recordings& recordings);
/// As the log tells it, without labels.
[[nodiscard]] std::optional<session::SessionSummary> readSummary(Connection& connection, SessionNumber session);
/// Whether its events' times are when they happened: those of a recording without times only give an order.
[[nodiscard]] bool areTimesKnown(Connection& connection, SessionNumber session);

} // namespace quarterdeck::storage::sqlite
