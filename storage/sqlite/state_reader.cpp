#include "sqlite/state_reader.h"

#include "sqlite/event_reader.h"
#include "sqlite/logging.h"
#include "sqlite/snapshot_row.h"

#include <algorithm>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

ConversationState nearestSnapshot(Connection& connection, SessionNumber session, EventSeq asOf)
{
    Query row = connection.query("SELECT id, state FROM snapshots WHERE id > ? AND id <= ? AND version = ?"
                                 " ORDER BY id DESC");
    row.bind(beforeEvents(session), eventId(session, asOf), snapshotVersion);
    while (row.next()) {
        Result<ConversationState> state = snapshotFrom(row.view(1), seqOf(row.number(0)));
        if (state)
            return std::move(*state);
        // An older one and a longer fold give the same state.
        qCWarning(storageLog, "a snapshot was passed over: %s", state.error().detail.c_str());
    }
    return {};
}

} // namespace

Result<ConversationState> readState(Connection& connection, const SessionId& session, std::optional<EventSeq> asOf)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    const EventSeq last = lastSeqOf(connection, *number);
    const EventSeq moment{std::clamp<std::int64_t>(asOf.value_or(last).value, 0, last.value)};
    ConversationState state = nearestSnapshot(connection, *number, moment);
    return forEachEvent(connection, *number, state.lastSeq(), moment, [&](const Event& event) { state.apply(event); })
        .map([&](Nothing) { return std::move(state); });
}

} // namespace quarterdeck::storage::sqlite
