#include "storage/log/row_reader.h"

#include "model/conversation/message_extension.h"
#include "model/conversation/saturating.h"
#include "storage/log/event_reader.h"
#include "storage/log/limits.h"
#include "storage/storage_errors.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

std::int64_t rowsUpTo(Connection& connection, std::int64_t channel, EventSeq asOf)
{
    Query row = connection.query("SELECT ordinal + 1 FROM channel_rows WHERE channel = ? AND seq <= ?"
                                 " ORDER BY seq DESC LIMIT 1");
    return row.bind(channel, asOf.value).next() ? row.number(0) : 0;
}

Result<std::vector<Event>> readAmendments(Connection& connection, SessionNumber session, EventSeq target, EventSeq asOf)
{
    // CROSS JOIN fixes this order: few amendments, each found by its id.
    Query row = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS
                                 " FROM amendments CROSS JOIN events ON events.id = ? + amendments.seq"
                                 " WHERE session = ? AND target_seq = ? AND seq <= ? ORDER BY seq");
    row.bind(beforeEvents(session), session.value, target.value, asOf.value);
    std::vector<Event> amendments;
    while (row.next()) {
        Result<Event> event = eventFrom(row, connection.path());
        if (!event)
            return tl::unexpected(event.error());
        amendments.push_back(std::move(*event));
    }
    return amendments;
}

} // namespace

std::int64_t channelNumber(Connection& connection, SessionNumber session, const ChannelKey& channel)
{
    Query row = connection.query("SELECT id FROM channels WHERE session = ? AND key = ?");
    return row.bind(session.value, channel.str()).next() ? row.number(0) : 0;
}

Result<Rows> readRows(Connection& connection, const RowsRequest& request)
{
    const Result<SessionNumber> session = findSession(connection, request.session);
    if (!session)
        return tl::unexpected(session.error());
    const std::int64_t channel = channelNumber(connection, *session, request.channel);
    const EventSeq asOf = request.asOf.value_or(EventSeq{INT64_MAX});
    Rows rows;
    rows.total = rowsUpTo(connection, channel, asOf);
    const std::int64_t first = std::max<std::int64_t>(request.first.value, 0);
    const std::int64_t end = std::min(rows.total, conversation::saturatingSum(first, rowsOf(request)));
    rows.rows.reserve(static_cast<std::size_t>(std::max<std::int64_t>(end - first, 0))); // they are costly to move
    std::vector<std::size_t> amended; // few of them, so the others are not asked for theirs
    {
        Query row = connection.query(
            "SELECT ordinal, EXISTS (SELECT * FROM amendments"
            " WHERE amendments.session = ? AND target_seq = channel_rows.seq), " QUARTERDECK_EVENT_COLUMNS
            " FROM channel_rows CROSS JOIN events ON events.id = ? + channel_rows.seq"
            " WHERE channel = ? AND ordinal >= ? AND ordinal < ? ORDER BY ordinal");
        row.bind(session->value, beforeEvents(*session), channel, first, end);
        while (row.next()) {
            Result<Event> event = eventFrom(row, connection.path(), 2);
            if (!event)
                return tl::unexpected(event.error());
            if (row.number(1) != 0)
                amended.push_back(rows.rows.size());
            rows.rows.push_back({{row.number(0)}, std::move(*event), {}});
        }
    }
    for (const std::size_t index : amended) {
        Row& row = rows.rows[index];
        Result<std::vector<Event>> amendments = readAmendments(connection, *session, row.event.seq, asOf);
        if (!amendments)
            return tl::unexpected(amendments.error());
        row.amendments = std::move(*amendments);
        conversation::applyExtensions(row.event, row.amendments);
    }
    return rows;
}

Result<Ordinal> readOrdinal(Connection& connection, const SessionId& session, const ChannelKey& channel, EventSeq seq)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    Query row = connection.query("SELECT ordinal FROM channel_rows WHERE channel = ? AND seq = ?");
    if (!row.bind(channelNumber(connection, *number, channel), seq.value).next())
        return tl::unexpected(errors::notInChannel(seq, channel));
    return Ordinal{row.number(0)};
}

} // namespace quarterdeck::storage::sqlite
