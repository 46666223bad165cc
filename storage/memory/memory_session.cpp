#include "storage/memory/memory_session.h"

#include "model/conversation/json/event_json.h"

#include "model/conversation/attachments.h"
#include "model/conversation/message_extension.h"
#include "model/conversation/saturating.h"
#include "storage/log/limits.h"
#include "storage/log/timeline_parts.h"
#include "storage/search/document.h"
#include "storage/search/excerpt.h"
#include "storage/search/text_query.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace quarterdeck::storage::memory {

using namespace session;

namespace {

std::size_t place(std::int64_t number) { return static_cast<std::size_t>(number); }

struct MarkSpan
{
    TimelineMark::Kind kind;
    std::string subject;
    EventSeq single; ///< of a mark without a subject, which is a span of its own
    auto operator<=>(const MarkSpan&) const = default;
};

/// First and last event of each span among the marks accepted by `isThere`.
template <typename IsThere>
std::map<MarkSpan, std::pair<EventSeq, EventSeq>> spansOf(const std::set<MarkFact>& marks, const IsThere& isThere)
{
    std::map<MarkSpan, std::pair<EventSeq, EventSeq>> spans;
    for (const MarkFact& mark : marks) {
        if (!isThere(mark.at))
            continue;
        const MarkSpan span{mark.kind, mark.subject, mark.subject.empty() ? mark.at : EventSeq{0}};
        auto& [first, last] = spans.try_emplace(span, mark.at, mark.at).first->second;
        first = std::min(first, mark.at);
        last = std::max(last, mark.at);
    }
    return spans;
}

} // namespace

MemorySession::MemorySession(SessionSummary summary) : m_summary(std::move(summary)) { }

std::string MemorySession::gapBefore(const std::vector<LogRecord>& records) const
{
    EventSeq expected = lastSeq();
    std::map<ChannelKey, std::size_t> rows;
    for (const auto& [channel, seqs] : m_channels)
        rows[channel] = seqs.size();
    for (const LogRecord& record : records) {
        expected = expected.next();
        if (record.event.seq != expected)
            return "event " + std::to_string(record.event.seq.value) + " instead of " + std::to_string(expected.value);
        if (record.amends && (record.amends->value < 1 || *record.amends >= expected))
            return "event " + std::to_string(expected.value) + " amends " + std::to_string(record.amends->value);
        for (const ChannelEntry& entry : record.channels) {
            if (place(entry.ordinal.value) != rows[entry.channel]++)
                return "ordinal " + std::to_string(entry.ordinal.value) + " in " + entry.channel.str();
        }
    }
    return {};
}

void MemorySession::append(SessionSummary summary, std::vector<LogRecord> records)
{
    for (LogRecord& record : records)
        appendRecord(std::move(record));
    summary.isSample = m_summary.isSample;
    summary.kind = m_summary.kind;
    summary.isComplete = m_summary.isComplete;
    summary.lastSeq = lastSeq();
    m_summary = std::move(summary);
}

void MemorySession::appendRecord(LogRecord record)
{
    m_speakers.push_back(speakerOf(record));
    for (MarkFact& mark : marksOf(record.event))
        m_marks.insert(std::move(mark));
    for (const conversation::MediaSource& media : conversation::attachmentsOf(record.event.body))
        m_attachments.insert(media.hash);
    for (const ChannelEntry& entry : record.channels)
        m_channels[entry.channel].push_back(record.event.seq);
    if (record.amends)
        m_amendments[*record.amends].push_back(record.event.seq);
    m_events.push_back(std::move(record.event));
}

std::int64_t MemorySession::bytes() const
{
    std::int64_t bytes = 0;
    for (const Event& event : m_events)
        bytes += static_cast<std::int64_t>(conversation::eventPayload(event.body).size());
    return bytes;
}

void MemorySession::saveSnapshot(ConversationState state)
{
    const EventSeq seq = state.lastSeq();
    const auto newest = m_snapshots.insert_or_assign(seq, std::move(state)).first;
    if (newest == m_snapshots.begin())
        return;
    const auto previous = std::prev(newest);
    const EventSeq beforeThat = previous == m_snapshots.begin() ? EventSeq{0} : std::prev(previous)->first;
    if (isSnapshotNeedless(beforeThat, seq))
        m_snapshots.erase(previous);
}

const Event& MemorySession::event(EventSeq seq) const { return m_events.at(place(seq.value - 1)); }

Rows MemorySession::rows(const RowsRequest& request) const
{
    Rows result;
    const auto channel = m_channels.find(request.channel);
    if (channel == m_channels.end())
        return result;
    const std::vector<EventSeq>& seqs = channel->second;
    const EventSeq asOf = request.asOf.value_or(lastSeq());
    result.total = std::upper_bound(seqs.begin(), seqs.end(), asOf) - seqs.begin();
    const std::int64_t first = std::max<std::int64_t>(request.first.value, 0);
    const std::int64_t end = std::min(result.total, conversation::saturatingSum(first, rowsOf(request)));
    for (std::int64_t i = first; i < end; ++i) {
        Row row{{i}, event(seqs[place(i)]), {}};
        if (const auto amendments = m_amendments.find(row.event.seq); amendments != m_amendments.end()) {
            for (const EventSeq seq : amendments->second) {
                if (seq <= asOf)
                    row.amendments.push_back(event(seq));
            }
            conversation::applyExtensions(row.event, row.amendments);
        }
        result.rows.push_back(std::move(row));
    }
    return result;
}

/// 0 if it amends none.
EventSeq MemorySession::amendedBy(EventSeq seq) const
{
    for (const auto& [target, amendments] : m_amendments) {
        if (std::binary_search(amendments.begin(), amendments.end(), seq))
            return target;
    }
    return {};
}

std::vector<ChannelKey> MemorySession::channelsOf(EventSeq seq) const
{
    std::vector<ChannelKey> channels;
    for (const auto& [key, rows] : m_channels) {
        if (std::binary_search(rows.begin(), rows.end(), seq))
            channels.push_back(key);
    }
    return channels;
}

/// The event as a search sees it: empty if its time is out of range.
search::Document MemorySession::documentOf(const Event& event, EventSeq row, const SearchTerms& terms,
                                           EventSeq end) const
{
    const bool isInTime = (!terms.from || *terms.from <= event.time) && (!terms.until || event.time < *terms.until);
    if (!isInTime)
        return {};
    search::Document document = wordsOf(event, row, end);
    if (!document.isEmpty())
        search::addPlace(channelsOf(row), document);
    return document;
}

/// A message that grew is found through its last growth, which has everything it then says.
search::Document MemorySession::wordsOf(const Event& event, EventSeq row, EventSeq end) const
{
    const auto* growth = std::get_if<conversation::MessageExtended>(&event.body);
    const auto amendments = m_amendments.find(growth != nullptr ? row : event.seq);
    const bool isOfMessage = growth != nullptr || std::holds_alternative<conversation::MessagePublished>(event.body);
    if (!isOfMessage || amendments == m_amendments.end())
        return search::documentOf(event.body, m_speakers[place(event.seq.value - 1)]);
    Event whole = this->event(row);
    auto* message = std::get_if<conversation::MessagePublished>(&whole.body);
    for (const EventSeq seq : amendments->second) {
        const auto* grown = std::get_if<conversation::MessageExtended>(&this->event(seq).body);
        if (grown != nullptr && seq > event.seq && seq <= end)
            return {};
        if (grown != nullptr && message != nullptr && seq <= event.seq)
            conversation::applyExtension(message->message, *grown);
    }
    const std::string& speaker = m_speakers[place(row.value - 1)];
    return growth != nullptr && message != nullptr ? search::wholeDocumentOf(*message, speaker)
                                                   : search::documentOf(event.body, speaker);
}

/// The last event within the time range.
EventSeq MemorySession::endOf(const SearchTerms& terms, EventSeq last) const
{
    return terms.until ? std::min(last, seqAt({terms.until->msSinceEpoch - 1})) : last;
}

/// The event whose row shows this one.
EventSeq MemorySession::shownAt(EventSeq seq) const
{
    const EventSeq target = amendedBy(seq);
    return target.value > 0 ? target : seq;
}

/// False if days are asked for and it has none: a recording without times has those of its import.
bool MemorySession::mayHave(const SearchTerms& terms) const
{
    return (!terms.from && !terms.until) || m_summary.areTimesKnown;
}

FindResult MemorySession::find(const FindRequest& request) const
{
    const EventSeq last = std::min(lastSeq(), request.asOf.value_or(lastSeq()));
    FindResult found{{}, std::max(request.after, EventSeq{0}), false};
    const search::TextQuery query(request.terms);
    const auto limit = static_cast<std::size_t>(piecesOf(request));
    const EventSeq end = endOf(request.terms, last);
    if (!mayHave(request.terms))
        return {{}, std::max(found.readTo, last), true};
    while (found.readTo < last && found.rows.size() < limit) {
        found.readTo = found.readTo.next();
        const EventSeq shown = shownAt(found.readTo);
        if (!query.matches(documentOf(event(found.readTo), shown, request.terms, end)))
            continue;
        std::optional<Ordinal> row = ordinalOf(request.channel, found.readTo);
        if (!row)
            row = ordinalOf(request.channel, shown);
        if (row)
            found.rows.push_back(*row);
    }
    found.isLast = found.readTo >= last;
    return found;
}

std::vector<SearchHit> MemorySession::search(const SearchTerms& terms, std::int64_t& notSearched) const
{
    if (!mayHave(terms))
        return {};
    const search::TextQuery query(terms);
    const EventSeq end = endOf(terms, lastSeq());
    std::vector<SearchHit> hits;
    Timestamp latest{INT64_MIN};
    for (const Event& event : m_events) {
        latest = std::max(latest, event.time);
        const EventSeq row = shownAt(event.seq);
        const search::Document document = documentOf(event, row, terms, end);
        if (!query.matches(document)) {
            notSearched += search::isCut(document) ? 1 : 0;
            continue;
        }
        search::Excerpt excerpt = search::excerptOf(document[search::Part::Text], query);
        hits.push_back({{latest, m_summary.id, event.seq},
                        row,
                        event.time,
                        document[search::Part::Speaker],
                        search::isOf(document, SearchKind::Private),
                        std::move(excerpt.line),
                        std::move(excerpt.marks)});
    }
    return hits;
}

std::vector<Event> MemorySession::events(EventSeq after, std::int32_t limit) const
{
    const std::int64_t from = std::clamp<std::int64_t>(after.value, 0, lastSeq().value);
    const std::int64_t to = std::min(lastSeq().value, from + std::max(limit, 0));
    return {m_events.begin() + from, m_events.begin() + to};
}

ConversationState MemorySession::stateAt(std::optional<EventSeq> asOf) const
{
    const EventSeq moment{std::clamp<std::int64_t>(asOf.value_or(lastSeq()).value, 0, lastSeq().value)};
    ConversationState state;
    if (const auto after = m_snapshots.upper_bound(moment); after != m_snapshots.begin())
        state = std::prev(after)->second;
    for (EventSeq seq = state.lastSeq().next(); seq <= moment; seq = seq.next())
        state.apply(event(seq));
    return state;
}

SessionOpening MemorySession::opening() const
{
    const bool isImportedSession = m_summary.kind == conversation::SessionKind::Imported;
    return {stateAt({}), m_snapshots.empty() ? EventSeq{0} : m_snapshots.rbegin()->first, isImportedSession};
}

EventSeq MemorySession::seqAt(Timestamp time) const
{
    const auto found = std::find_if(m_events.rbegin(), m_events.rend(),
                                    [&](const Event& candidate) { return candidate.time <= time; });
    return found == m_events.rend() ? EventSeq{0} : found->seq;
}

std::optional<Ordinal> MemorySession::ordinalOf(const ChannelKey& channel, EventSeq seq) const
{
    const auto found = m_channels.find(channel);
    if (found == m_channels.end())
        return std::nullopt;
    const std::vector<EventSeq>& seqs = found->second;
    const auto row = std::lower_bound(seqs.begin(), seqs.end(), seq);
    if (row == seqs.end() || *row != seq)
        return std::nullopt;
    return Ordinal{row - seqs.begin()};
}

Timeline MemorySession::timeline(std::int32_t buckets) const
{
    Timeline timeline;
    if (!m_events.empty()) {
        const auto [first, last] = std::minmax_element(m_events.begin(), m_events.end(),
                                                       [](const Event& a, const Event& b) { return a.time < b.time; });
        timeline.start = first->time;
        timeline.end = last->time;
    }
    timeline.lastSeq = lastSeq();
    const TimelineParts parts(timeline.start, timeline.end, buckets);
    SpeakerCounts counts(parts.count());
    for (std::size_t i = 0; i < m_events.size(); ++i)
        counts.add(parts.partOf(m_events[i].time), m_speakers[i], 1);
    timeline.buckets = counts.buckets();
    timeline.marks = timelineMarks();
    return timeline;
}

std::vector<TimelineMark> MemorySession::timelineMarks() const
{
    std::vector<TimelineMark> marks;
    for (const auto& [span, seqs] : spansOf(m_marks, [](EventSeq) { return true; }))
        marks.push_back({span.kind, seqs.first, event(seqs.first).time, seqs.second, event(seqs.second).time});
    std::ranges::stable_sort(marks, {}, &TimelineMark::seq);
    return marks;
}

std::vector<ChannelMark> MemorySession::marks(const ChannelKey& channel, std::optional<EventSeq> asOf) const
{
    const auto isThere = [&](EventSeq at) { return at <= asOf.value_or(lastSeq()) && ordinalOf(channel, at); };
    std::vector<ChannelMark> marks;
    for (const auto& [span, seqs] : spansOf(m_marks, isThere))
        marks.push_back({span.kind, *ordinalOf(channel, seqs.first), *ordinalOf(channel, seqs.second), seqs.first});
    std::ranges::stable_sort(marks, {}, &ChannelMark::first);
    return marks;
}

EventSeq MemorySession::nextMark(TimelineMark::Kind kind, EventSeq after) const
{
    const auto next = m_marks.lower_bound({kind, after.next(), {}});
    return next == m_marks.end() || next->kind != kind ? EventSeq{0} : next->at;
}

SessionCheck MemorySession::verify() const
{
    SessionFold fold(m_summary.id, *this);
    for (const Event& next : m_events) {
        fold.add(next);
        if (const auto snapshot = m_snapshots.find(next.seq); snapshot != m_snapshots.end())
            fold.compareSnapshot(snapshot->second, next.seq);
    }
    fold.compareSummary(m_summary);
    fold.compareTotals();
    return fold.result();
}

bool MemorySession::isAmended(EventSeq target, EventSeq by) const
{
    const auto found = m_amendments.find(target);
    return found != m_amendments.end() && std::ranges::find(found->second, by) != found->second.end();
}

std::map<ChannelKey, std::int64_t> MemorySession::channelRows() const
{
    std::map<ChannelKey, std::int64_t> rows;
    for (const auto& [channel, seqs] : m_channels)
        rows[channel] = static_cast<std::int64_t>(seqs.size());
    return rows;
}

std::int64_t MemorySession::amendmentCount() const
{
    std::int64_t count = 0;
    for (const auto& [target, seqs] : m_amendments)
        count += static_cast<std::int64_t>(seqs.size());
    return count;
}

} // namespace quarterdeck::storage::memory
