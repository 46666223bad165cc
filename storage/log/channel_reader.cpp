#include "storage/log/channel_reader.h"

#include "model/conversation/message.h"
#include "model/conversation/message_extension.h"
#include "model/session/library.h"
#include "storage/log/limits.h"
#include "storage/log/log_reader.h"
#include "storage/sqlite/schema.h"
#include "storage/storage_errors.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace quarterdeck::storage {

/// A stretch of time in equal parts.
class TimelineParts
{
public:
    TimelineParts(session::Timestamp start, session::Timestamp end, std::int32_t count);

    [[nodiscard]] std::int64_t count() const { return m_count; }
    /// Milliseconds per unit of time: 1, except for stretches so long that their product with `count` would overflow.
    [[nodiscard]] std::int64_t unit() const { return m_unit; }
    /// Length in units; at least 1, so that it can be a divisor.
    [[nodiscard]] std::int64_t length() const { return m_length / m_unit; }
    [[nodiscard]] std::int64_t partOf(session::Timestamp time) const;

private:
    std::int64_t m_start;
    std::int64_t m_count;
    std::int64_t m_length; ///< milliseconds
    std::int64_t m_unit;
};

/// Who spoke how often in each part.
class SpeakerCounts
{
public:
    explicit SpeakerCounts(std::int64_t parts) : m_parts(static_cast<std::size_t>(parts)) { }

    /// `speaker` empty: events that nobody spoke.
    void add(std::int64_t part, const std::string& speaker, std::int32_t events);
    [[nodiscard]] std::vector<session::Timeline::Bucket> buckets() const;

private:
    std::vector<std::map<std::string, std::int32_t>> m_parts;
};

} // namespace quarterdeck::storage

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

namespace quarterdeck::storage {

TimelineParts::TimelineParts(session::Timestamp start, session::Timestamp end, std::int32_t count)
    : m_start(start.msSinceEpoch)
    , m_count(std::clamp(count, 1, 10'000))
    , m_length(std::max<std::int64_t>(conversation::saturatingDifference(end.msSinceEpoch, start.msSinceEpoch), 1))
    , m_unit(m_length / (std::numeric_limits<std::int64_t>::max() / m_count) + 1)
{ }

std::int64_t TimelineParts::partOf(session::Timestamp time) const
{
    const std::int64_t since = conversation::saturatingDifference(time.msSinceEpoch, m_start);
    return std::min(since / m_unit * m_count / length(), m_count - 1);
}

void SpeakerCounts::add(std::int64_t part, const std::string& speaker, std::int32_t events)
{
    m_parts.at(static_cast<std::size_t>(part))[speaker] += events;
}

std::vector<session::Timeline::Bucket> SpeakerCounts::buckets() const
{
    std::vector<session::Timeline::Bucket> buckets;
    buckets.reserve(m_parts.size());
    for (const std::map<std::string, std::int32_t>& speakers : m_parts) {
        session::Timeline::Bucket bucket;
        std::int32_t most = 0;
        for (const auto& [speaker, events] : speakers) {
            bucket.events += events;
            if (speaker.empty() || events <= most)
                continue;
            most = events;
            bucket.speaker = speaker;
        }
        buckets.push_back(std::move(bucket));
    }
    return buckets;
}

} // namespace quarterdeck::storage

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
