#include "storage/log/state_reader.h"

#include "storage/log/event_reader.h"
#include "storage/log/snapshot_row.h"
#include "storage/log/summary_row.h"
#include "storage/sqlite/logging.h"

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
        // An older one and a longer fold yield the same state.
        qCWarning(storageLog, "a snapshot was passed over: %s", state.error().detail.c_str());
    }
    return {};
}

Result<SessionOpening> stateAt(Connection& connection, SessionNumber session, EventSeq moment, const KeepState& keep)
{
    SessionOpening opening;
    opening.state = nearestSnapshot(connection, session, moment);
    opening.snapshot = opening.state.lastSeq();
    const bool isLong = moment.value - opening.snapshot.value >= 2 * snapshotSpacing;
    return forEachEventInARow(connection, session, opening.snapshot, moment,
                              [&](const Event& event) {
                                  opening.state.apply(event);
                                  if (isLong && (event.seq.value - opening.snapshot.value) % snapshotSpacing == 0)
                                      keep(opening.state);
                              })
        .map([&](Nothing) { return std::move(opening); });
}

} // namespace

Result<ConversationState> readState(Connection& connection, const SessionId& session, std::optional<EventSeq> asOf,
                                    const KeepState& keep)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    const EventSeq last = listedLastSeqOf(connection, *number);
    const EventSeq moment{std::clamp<std::int64_t>(asOf.value_or(last).value, 0, last.value)};
    return stateAt(connection, *number, moment, keep).map([](SessionOpening&& opening) {
        return std::move(opening.state);
    });
}

Result<SessionOpening> openSession(Connection& connection, const SessionId& session, const KeepState& keep)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    // The writer continues from the list's row, so events missing at the end are a gap, too.
    Result<SessionOpening> opening = stateAt(connection, *number, listedLastSeqOf(connection, *number), keep);
    if (!opening)
        return opening;
    if (const std::optional<SessionSummary> row = readSummary(connection, *number))
        opening->isImportedSession = row->kind == conversation::SessionKind::Imported;
    return opening;
}

} // namespace quarterdeck::storage::sqlite
