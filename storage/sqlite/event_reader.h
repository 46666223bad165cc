#pragma once

#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// Everything here throws SQLite::Exception and wants to run inside one read transaction per answer. A place that was
/// merged (merged_events.h) is read as an event like all others.

/// NotFound when there is no such session, or it is not complete.
[[nodiscard]] session::Result<SessionNumber> findSession(Connection& connection, const session::SessionId& session);

/// The columns of an event, in the order that `eventFrom` reads, of a table named "events".
#define QUARTERDECK_EVENT_COLUMNS                                                                                      \
    "events.id, events.kind, events.version, events.time, events.monotonic, events.plain, events.packed"
/// Damaged when its payload cannot be read. `first` is the column of the id.
[[nodiscard]] session::Result<session::Event> eventFrom(const Query& row, const std::string& path, int first = 0);

/// The payload, which stands in one of two columns, of which `plain` is the first. Nothing where its bytes are damaged.
[[nodiscard]] std::optional<std::string_view> payloadFrom(const Query& row, int plain);

/// Hands over the events with after < seq ≤ last, in order; stops at the first that cannot be read or is not taken.
[[nodiscard]] session::Result<session::Nothing>
forEachEvent(Connection& connection, SessionNumber session, session::EventSeq after, session::EventSeq last,
             const std::function<session::Result<session::Nothing>(session::Event)>& visit);
/// The same without those that cannot be read: `check` tells of them.
void forEachReadableEvent(Connection& connection, SessionNumber session, session::EventSeq after,
                          session::EventSeq last, const std::function<void(const session::Event&)>& visit);
/// The same, each of them; Damaged at the first that is missing.
[[nodiscard]] session::Result<session::Nothing> forEachEventInARow(Connection& connection, SessionNumber session,
                                                                   session::EventSeq after, session::EventSeq last,
                                                                   const std::function<void(session::Event)>& visit);

[[nodiscard]] session::Result<std::vector<session::Event>>
readEvents(Connection& connection, const session::SessionId& session, session::EventSeq after, std::int32_t limit);
[[nodiscard]] session::Result<session::EventSeq> readSeqAt(Connection& connection, const session::SessionId& session,
                                                           session::Timestamp time);
/// The longest beginning of the log of which every event is at or before `time`: its last event.
[[nodiscard]] session::EventSeq lastInOrder(Connection& connection, SessionNumber session, session::Timestamp time);
/// The last event whose time is at or before `time`, also where clocks went back.
[[nodiscard]] session::EventSeq lastAtOrBefore(Connection& connection, SessionNumber session, session::Timestamp time);
/// The last event of the log by the list of sessions, which a sound log reaches.
[[nodiscard]] session::EventSeq listedLastSeqOf(Connection& connection, SessionNumber session);
/// The last event that there is; 0 when there is none.
[[nodiscard]] session::EventSeq lastSeqOf(Connection& connection, SessionNumber session);

} // namespace quarterdeck::storage::sqlite
