#pragma once

#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/sqlite/connection.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// Everything here throws SQLite::Exception and expects one read transaction per answer. Merged events
/// (merged_events.h) are read like all others.

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

} // namespace quarterdeck::storage::sqlite
