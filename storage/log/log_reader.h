#pragma once

#include "model/conversation/event.h"
#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/sqlite/connection.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// A growth that became part of a later one (`ExtensionCompactor`) keeps its seq, as an event that changes nothing. Of
/// several in a row only the last has a row in the table, whose payload counts those before it:
/// {"target":0,"merged":498}. It is never packed, so it is quickly told from others.

/// It only stands for merged events.
[[nodiscard]] bool isMerged(const conversation::EventBody& body);
/// For a row that stands for itself and this many events before it.
[[nodiscard]] std::string mergedPayload(std::int64_t before);
/// How many events before its own the row stands for. 0 for every other row, and for impossible numbers.
[[nodiscard]] std::int64_t mergedBefore(std::string_view kind, std::string_view payload);
/// What is read for a merged event.
[[nodiscard]] conversation::Event mergedEvent(conversation::EventSeq seq, const conversation::Event& row);

/// Events of complete sessions, including those without a row of their own. Also for files of an older version. Throws
/// SQLite::Exception.
[[nodiscard]] std::int64_t countEvents(Connection& connection);

// What follows throws SQLite::Exception and expects one read transaction per answer. Merged events are read like all
// others.

/// NotFound if there is no such session, or it is incomplete.
[[nodiscard]] session::Result<SessionNumber> findSession(Connection& connection, const session::SessionId& session);

/// The columns of an event, in the order that `eventFrom` reads, of a table named "events".
#define QUARTERDECK_EVENT_COLUMNS                                                                                      \
    "events.id, events.kind, events.version, events.time, events.monotonic, events.plain, events.packed"
/// Damaged if its payload cannot be read. `first` is the column of the id.
[[nodiscard]] session::Result<session::Event> eventFrom(const Query& row, const std::string& path, int first = 0);

/// The payload, from one of two columns, the first of which is `plain`. Empty if its bytes are damaged.
[[nodiscard]] std::optional<std::string_view> payloadFrom(const Query& row, int plain);

/// Passes on the events with after < seq ≤ last, in order; stops at the first that cannot be read or is refused.
[[nodiscard]] session::Result<session::Nothing>
forEachEvent(Connection& connection, SessionNumber session, session::EventSeq after, session::EventSeq last,
             const std::function<session::Result<session::Nothing>(session::Event)>& visit);
/// The same for each of them; Damaged at the first that is missing.
[[nodiscard]] session::Result<session::Nothing> forEachEventInARow(Connection& connection, SessionNumber session,
                                                                   session::EventSeq after, session::EventSeq last,
                                                                   const std::function<void(session::Event)>& visit);

[[nodiscard]] session::Result<std::vector<session::Event>>
readEvents(Connection& connection, const session::SessionId& session, session::EventSeq after, std::int32_t limit);
[[nodiscard]] session::Result<session::EventSeq> readSeqAt(Connection& connection, const session::SessionId& session,
                                                           session::Timestamp time);
/// The longest prefix of the log in which every event is at or before `time`: its last event.
[[nodiscard]] session::EventSeq lastInOrder(Connection& connection, SessionNumber session, session::Timestamp time);
/// The last event at or before `time`, even where clocks went back.
[[nodiscard]] session::EventSeq lastAtOrBefore(Connection& connection, SessionNumber session, session::Timestamp time);
/// The last event according to the list of sessions, which a sound log reaches.
[[nodiscard]] session::EventSeq listedLastSeqOf(Connection& connection, SessionNumber session);
/// The last existing event; 0 if there is none.
[[nodiscard]] session::EventSeq lastSeqOf(Connection& connection, SessionNumber session);

/// A snapshot's text as a state; Damaged if it is none, or not of the event it belongs to.
[[nodiscard]] session::Result<session::ConversationState> snapshotFrom(std::string_view text, session::EventSeq seq);

/// Receives the states that a long fold passes, `snapshotSpacing` apart, so that the next fold is shorter. A fold
/// shorter than twice that passes none, since snapshots are not exactly so far apart.
using KeepState = std::function<void(const session::ConversationState&)>;

/// The state after `asOf`: the nearest readable snapshot at or before it, and a fold. Throws SQLite::Exception; expects
/// to run inside one read transaction.
[[nodiscard]] session::Result<session::ConversationState> readState(Connection& connection,
                                                                    const session::SessionId& session,
                                                                    std::optional<session::EventSeq> asOf,
                                                                    const KeepState& keep);
/// The last state in the same way, with what else a live session begins with.
[[nodiscard]] session::Result<session::SessionOpening>
openSession(Connection& connection, const session::SessionId& session, const KeepState& keep);

} // namespace quarterdeck::storage::sqlite
