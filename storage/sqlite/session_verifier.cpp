#include "sqlite/session_verifier.h"

#include "record/session_check.h"
#include "sqlite/event_reader.h"
#include "sqlite/snapshot_row.h"
#include "sqlite/summary_row.h"

#include <set>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

std::set<EventSeq> snapshotSeqs(Connection& connection, SessionNumber session)
{
    std::set<EventSeq> seqs;
    Query row = connection.query("SELECT id FROM snapshots WHERE id > ? AND id < ? AND version = ?");
    row.bind(beforeEvents(session), afterEvents(session), snapshotVersion);
    while (row.next())
        seqs.insert(seqOf(row.number(0)));
    return seqs;
}

void compareSnapshot(Connection& connection, SessionNumber session, SessionFold& fold)
{
    Query row = connection.query("SELECT state FROM snapshots WHERE id = ?");
    const EventSeq seq = fold.state().lastSeq();
    if (row.bind(eventId(session, seq)).next())
        fold.compareSnapshot(snapshotFrom(row.view(0), seq), seq);
}

/// Dense channels only: one with a gap counts as it is found, and so differs from the fold.
std::map<ChannelKey, std::int64_t> channelRows(Connection& connection, SessionNumber session)
{
    std::map<ChannelKey, std::int64_t> rows;
    Query row = connection.query("SELECT key, (SELECT count(*) FROM channel_rows WHERE channel = id"
                                 " AND ordinal < (SELECT count(*) FROM channel_rows WHERE channel = id))"
                                 " FROM channels WHERE session = ?");
    row.bind(session.value);
    while (row.next())
        rows[ChannelKey(row.text(0))] = row.number(1);
    return rows;
}

} // namespace

Result<SessionCheck> verifySession(Connection& connection, const SessionId& session)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    const std::set<EventSeq> snapshots = snapshotSeqs(connection, *number);
    SessionFold fold(session);
    const Result<Nothing> read =
        forEachEvent(connection, *number, {0}, lastSeqOf(connection, *number), [&](const Event& event) {
            fold.add(event);
            if (snapshots.contains(event.seq))
                compareSnapshot(connection, *number, fold);
        });
    if (!read) {
        fold.addUnreadable(read.error());
        return fold.result();
    }
    if (const std::optional<SessionSummary> summary = readSummary(connection, *number))
        fold.compareSummary(*summary);
    fold.compareChannels(channelRows(connection, *number));
    return fold.result();
}

} // namespace quarterdeck::storage::sqlite
