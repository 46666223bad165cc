#include "sqlite/event_document.h"

#include "sqlite/event_reader.h"

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

/// Where a row stands. The session's channels are few, and each knows its rows by seq.
std::vector<ChannelKey> channelsOf(Connection& connection, SessionNumber session, EventSeq seq)
{
    std::vector<ChannelKey> channels;
    Query row =
        connection.query("SELECT key FROM channels CROSS JOIN channel_rows ON channel_rows.channel = channels.id"
                         " WHERE channels.session = ? AND channel_rows.seq = ? ORDER BY channels.id");
    row.bind(session.value, seq.value);
    while (row.next())
        channels.emplace_back(row.text(0));
    return channels;
}

} // namespace

void forEachDocument(Connection& connection, SessionNumber session, EventSeq after, EventSeq last,
                     const std::function<bool(EventSeq, const search::Document&)>& visit, const KnownDocument& known)
{
    Query row = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS
                                 ", events.speaker FROM events WHERE id >= ? AND id <= ? ORDER BY id");
    row.bind(eventId(session, after.next()), eventId(session, last));
    bool goesOn = true;
    while (goesOn && row.next()) {
        const EventSeq seq = seqOf(row.number(0));
        constexpr int speakerColumn = 7;
        search::Document document;
        if (const search::Document* kept = known ? known(seq) : nullptr)
            document = *kept;
        else if (const Result<Event> event = eventFrom(row, connection.path()))
            document = search::documentOf(event->body, row.text(speakerColumn));
        if (!document.isEmpty())
            search::addPlace(channelsOf(connection, session, shownAt(connection, session, seq)), document);
        goesOn = visit(seq, document) && seq < last; // what stands behind is not looked at: it may be damaged
    }
}

EventSeq shownAt(Connection& connection, SessionNumber session, EventSeq seq)
{
    Query row = connection.query("SELECT target_seq FROM amendments WHERE session = ? AND seq = ?");
    return row.bind(session.value, seq.value).next() ? EventSeq{row.number(0)} : seq;
}

} // namespace quarterdeck::storage::sqlite
