#include "storage/log/timeline_reader.h"

#include "storage/log/event_reader.h"
#include "storage/log/timeline_parts.h"
#include "storage/sqlite/enum_columns.h"

#include <string>
#include <unordered_map>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

void readSpan(Connection& connection, SessionNumber session, Timeline& timeline)
{
    Query row = connection.query("SELECT min(time), max(time), max(id) FROM main.events INDEXED BY events_timeline"
                                 " WHERE id > ? AND id < ?");
    if (!row.bind(beforeEvents(session), afterEvents(session)).next() || row.isNull(0))
        return;
    timeline.start = {row.number(0)};
    timeline.end = {row.number(1)};
    timeline.lastSeq = seqOf(row.number(2));
}

void readBuckets(Connection& connection, SessionNumber session, Timeline& timeline, std::int32_t buckets)
{
    // Integer arithmetic as in TimelineParts::partOf.
    const TimelineParts parts(timeline.start, timeline.end, buckets);
    Query row =
        connection.query("SELECT min((time - ?) / ? * ? / ?, ?) AS part, speaker, count(*)"
                         " FROM main.events INDEXED BY events_timeline WHERE id > ? AND id < ? GROUP BY part, speaker");
    row.bind(timeline.start.msSinceEpoch, parts.unit(), parts.count(), parts.length(), parts.count() - 1,
             beforeEvents(session), afterEvents(session));
    SpeakerCounts counts(parts.count());
    while (row.next())
        counts.add(row.number(0), row.text(1), static_cast<std::int32_t>(row.number(2)));
    timeline.buckets = counts.buckets();
}

void readMarks(Connection& connection, SessionNumber session, Timeline& timeline)
{
    // A mark without a subject is a group of its own.
    Query row =
        connection.query("SELECT kind, min(seq) AS first, max(seq) AS last FROM marks WHERE session = ?"
                         " GROUP BY kind, subject, CASE subject WHEN '' THEN seq ELSE 0 END ORDER BY first, kind");
    row.bind(session.value);
    while (row.next()) {
        TimelineMark mark;
        mark.kind = markKindOf(row.view(0));
        mark.seq = {row.number(1)};
        mark.endSeq = {row.number(2)};
        timeline.marks.push_back(mark);
    }
    for (TimelineMark& mark : timeline.marks) {
        for (auto [seq, time] : {std::pair(mark.seq, &mark.time), std::pair(mark.endSeq, &mark.endTime)}) {
            Query event = connection.query("SELECT time FROM events WHERE id = ?");
            if (event.bind(eventId(session, seq)).next())
                *time = {event.number(0)};
        }
    }
}

/// Marks with a subject form one span each; SQLite's GROUP BY would sort them all, twice. The rows arrive by
/// ordinal.
std::vector<ChannelMark> spansOf(Query& row)
{
    std::vector<ChannelMark> marks;
    std::unordered_map<std::string, std::size_t> spans;
    while (row.next()) {
        const Ordinal ordinal{row.number(2)};
        if (const std::string_view subject = row.view(1); !subject.empty()) {
            std::string key(row.view(0));
            const auto [span, isNew] = spans.try_emplace(key.append(1, '\n').append(subject), marks.size());
            if (!isNew) {
                marks[span->second].last = ordinal;
                continue;
            }
        }
        marks.push_back({markKindOf(row.view(0)), ordinal, ordinal, {row.number(3)}});
    }
    return marks;
}

} // namespace

Result<Timeline> readTimeline(Connection& connection, const SessionId& session, std::int32_t buckets)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    Timeline timeline;
    readSpan(connection, *number, timeline);
    readBuckets(connection, *number, timeline, buckets);
    readMarks(connection, *number, timeline);
    return timeline;
}

Result<std::vector<ChannelMark>> readChannelMarks(Connection& connection, const SessionId& session,
                                                  const ChannelKey& channel, std::optional<EventSeq> asOf)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    // Few marks, each looked up among the channel's rows by its event: hence this order.
    Query row = connection.query(
        "SELECT marks.kind, subject, ordinal, marks.seq FROM channels"
        " CROSS JOIN marks ON marks.session = channels.session"
        " CROSS JOIN channel_rows ON channel_rows.channel = channels.id AND channel_rows.seq = marks.seq"
        " WHERE channels.session = ? AND channels.key = ? AND marks.seq <= ? ORDER BY marks.seq, marks.kind, subject");
    row.bind(number->value, channel.str(), asOf.value_or(EventSeq{INT64_MAX}).value);
    return spansOf(row);
}

Result<EventSeq> readNextMark(Connection& connection, const SessionId& session, TimelineMark::Kind kind, EventSeq after)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    Query row =
        connection.query("SELECT seq FROM marks WHERE session = ? AND kind = ? AND seq > ? ORDER BY seq LIMIT 1");
    return row.bind(number->value, wordOf(kind), after.value).next() ? EventSeq{row.number(0)} : EventSeq{0};
}

} // namespace quarterdeck::storage::sqlite
