#include "storage/log/log_writer.h"

#include "storage/log/attachments.h"
#include "storage/log/event_id.h"
#include "storage/log/limits.h"
#include "storage/log/session_remover.h"
#include "storage/log/summary_row.h"
#include "storage/sqlite/schema.h"
#include "storage/storage_errors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace quarterdeck::storage::sqlite {

namespace {

using session::ChannelKey;

std::int64_t rowsIn(const SessionTail& tail, const ChannelKey& key)
{
    const auto found = tail.channels.find(key);
    return found == tail.channels.end() ? 0 : found->second.rows;
}

} // namespace

std::string gapBetween(const SessionTail& tail, const std::vector<StoredRecord>& records)
{
    session::EventSeq expected = tail.lastSeq;
    std::unordered_map<ChannelKey, std::int64_t> rows;
    for (const StoredRecord& record : records) {
        expected = {expected.value + record.mergedBefore.value_or(0) + 1};
        if (record.seq != expected)
            return "event " + std::to_string(record.seq.value) + " instead of " + std::to_string(expected.value);
        if (record.amends && (record.amends->value < 1 || *record.amends >= record.seq))
            return "event " + std::to_string(record.seq.value) + " amends " + std::to_string(record.amends->value);
        for (const session::ChannelEntry& entry : record.channels) {
            const auto [known, isFirst] = rows.try_emplace(entry.channel);
            std::int64_t& count = known->second;
            if (isFirst)
                count = rowsIn(tail, entry.channel);
            if (entry.ordinal.value != count)
                return "ordinal " + std::to_string(entry.ordinal.value) + " instead of " + std::to_string(count)
                    + " in " + entry.channel.str();
            ++count;
        }
    }
    return {};
}

SessionTail* SessionTails::find(const session::SessionId& session)
{
    // Live sessions are few; an import of thousands must not keep all their tails.
    constexpr std::size_t most = 256;
    if (const auto known = m_tails.find(session); known != m_tails.end())
        return &known->second;
    std::optional<SessionTail> tail = read(session);
    if (!tail)
        return nullptr;
    if (m_tails.size() >= most)
        m_tails.clear();
    return &m_tails.emplace(session, std::move(*tail)).first->second;
}

std::optional<SessionTail> SessionTails::read(const session::SessionId& session)
{
    SessionTail tail;
    {
        Query row = m_connection.query("SELECT id, last_seq, is_complete FROM sessions WHERE key = ?");
        if (!row.bind(session.str()).next())
            return std::nullopt;
        tail.number = {row.number(0)};
        tail.lastSeq = {row.number(1)};
        tail.isComplete = row.number(2) != 0;
    }
    {
        Query row = m_connection.query("SELECT latest_time FROM events WHERE id = ?");
        if (row.bind(eventId(tail.number, tail.lastSeq)).next())
            tail.latestTime = {row.number(0)};
    }
    Query row = m_connection.query("SELECT id, key, (SELECT max(ordinal) + 1 FROM channel_rows WHERE channel = id)"
                                   " FROM channels WHERE session = ?");
    row.bind(tail.number.value);
    while (row.next())
        tail.channels[ChannelKey(row.text(1))] = {row.number(0), row.number(2)};
    return tail;
}

using namespace session;

namespace {

/// Starting a statement costs as much as a row. Whatever FAIL leaves behind is rolled back with the transaction;
/// undoing part of one would cost more.
constexpr std::ptrdiff_t eventsAtOnce = 16;
constexpr std::ptrdiff_t rowsAtOnce = 32;
constexpr const char* packedEvents =
    "INSERT OR FAIL INTO events (id, kind, version, time, latest_time, monotonic, speaker, packed, plain) VALUES ";
constexpr const char* packedEvent = "(?, ?, ?, ?, ?, ?, ?, ?, '')";
constexpr const char* channelRows = "INSERT OR FAIL INTO channel_rows (channel, ordinal, seq) VALUES ";
constexpr const char* channelRow = "(?, ?, ?)";

struct ChannelRow
{
    std::int64_t channel = 0;
    std::int64_t ordinal = 0;
    std::int64_t seq = 0;
    friend auto operator<=>(const ChannelRow&, const ChannelRow&) = default;
};

std::string manyRows(const char* insert, const char* row, std::ptrdiff_t count)
{
    std::string sql = insert;
    for (std::ptrdiff_t i = 0; i < count; ++i)
        sql += i == 0 ? row : std::string(", ") + row;
    return sql;
}

/// For the next statement: `count` matching rows, or a single one.
template <typename At, typename IsOfIt>
At endOfRows(At at, At end, std::ptrdiff_t count, IsOfIt isOfIt)
{
    const bool areEnough = end - at >= count && std::all_of(at, at + count, isOfIt);
    return at + (areEnough ? count : 1);
}

} // namespace

LogWriter::Outcome LogWriter::create(const SessionSummary& summary, const std::vector<StoredRecord>& records)
{
    if (tailOf(summary.id) != nullptr)
        return tl::unexpected(errors::sessionExists(summary.id));
    if (const std::string gap = gapBetween({}, records); !gap.empty())
        return tl::unexpected(errors::gapInLog(summary.id, gap));
    insertSession(m_connection, summary);
    return append(summary, records);
}

LogWriter::Outcome LogWriter::append(const SessionSummary& summary, const std::vector<StoredRecord>& records)
{
    SessionTail* tail = tailOf(summary.id);
    if (tail == nullptr)
        return tl::unexpected(errors::noSuchSession(summary.id));
    if (const std::string gap = gapBetween(*tail, records); !gap.empty())
        return tl::unexpected(errors::gapInLog(summary.id, gap));
    writeRecords(*tail, records);
    noteRow(*tail, summary, records);
    if (tail->isComplete)
        noteEnd(*tail, records);
    return Nothing{};
}

LogWriter::Outcome LogWriter::complete(const std::vector<SessionId>& sessions)
{
    for (const SessionId& session : sessions) {
        if (tailOf(session) == nullptr)
            return tl::unexpected(errors::noSuchSession(session));
    }
    for (const SessionId& session : sessions) {
        SessionTail& tail = *tailOf(session);
        m_connection.query("UPDATE sessions SET is_complete = 1 WHERE id = ?").bind(tail.number.value).run();
        tail.isComplete = true;
        m_index.note(tail.number, tail.lastSeq);
    }
    return Nothing{};
}

SessionTail* LogWriter::tailOf(const SessionId& session)
{
    if (!m_tails.isKnown(session))
        finish(); // a tail is read from the rows
    return m_tails.find(session);
}

void LogWriter::writeRecords(SessionTail& tail, const std::vector<StoredRecord>& records)
{
    writeEvents(tail, records);
    writeRows(tail, records);
    for (const StoredRecord& record : records) {
        writeFacts(tail, record);
        if (record.document)
            m_index.keep(eventId(tail.number, record.seq), record.document);
    }
}

void LogWriter::noteRow(const SessionTail& tail, const SessionSummary& summary,
                        const std::vector<StoredRecord>& records)
{
    PendingRow& row = m_rows[tail.number.value];
    row.summary = summary;
    row.lastSeq = tail.lastSeq;
    for (const StoredRecord& record : records)
        row.newBytes += record.payloadBytes;
}

void LogWriter::noteEnd(const SessionTail& tail, const std::vector<StoredRecord>& records)
{
    if (m_growths != nullptr) {
        for (const StoredRecord& record : records)
            if (record.amends && record.kind == conversation::kindOf(conversation::MessageExtended()))
                m_growths->note(tail.number, *record.amends);
        if (m_growths->holds(tail.number, tail.lastSeq))
            return;
    }
    m_index.note(tail.number, tail.lastSeq);
}

void LogWriter::finish()
{
    for (const auto& [session, row] : m_rows) {
        updateSession(m_connection, {session}, row.lastSeq, row.summary);
        addSize({session}, row.newBytes);
    }
    m_rows.clear();
}

void LogWriter::addSize(SessionNumber session, std::int64_t bytes)
{
    m_connection
        .query("INSERT INTO sizes (session, events) VALUES (?, ?)"
               " ON CONFLICT (session) DO UPDATE SET events = events + excluded.events")
        .bind(session.value, bytes)
        .run();
}

void LogWriter::writeEvents(SessionTail& tail, const std::vector<StoredRecord>& records)
{
    static const std::string many = manyRows(packedEvents, packedEvent, eventsAtOnce);
    static const std::string one = manyRows(packedEvents, packedEvent, 1);
    for (auto at = records.begin(); at != records.end();) {
        if (!at->isPacked) {
            writePlain(tail, *at++);
            continue;
        }
        const auto end = endOfRows(at, records.end(), eventsAtOnce, [](const auto& next) { return next.isPacked; });
        Query rows = m_connection.query(end - at > 1 ? many.c_str() : one.c_str());
        for (; at != end; ++at) {
            bindEvent(tail, *at, rows);
            rows.bind(Bytes{at->payload});
        }
        rows.run();
    }
}

void LogWriter::writePlain(SessionTail& tail, const StoredRecord& record)
{
    Query row =
        m_connection.query("INSERT INTO events (id, kind, version, time, latest_time, monotonic, speaker, plain)"
                           " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    bindEvent(tail, record, row);
    row.bind(record.payload).run();
}

void LogWriter::bindEvent(SessionTail& tail, const StoredRecord& record, Query& row)
{
    tail.latestTime = std::max(tail.latestTime, record.time);
    tail.lastSeq = record.seq;
    row.bind(eventId(tail.number, record.seq), record.kind, record.version, record.time.msSinceEpoch,
             tail.latestTime.msSinceEpoch, record.monotonicMs, record.speaker);
}

/// Channel by channel, since a channel's rows are adjacent in the table.
void LogWriter::writeRows(SessionTail& tail, const std::vector<StoredRecord>& records)
{
    static const std::string many = manyRows(channelRows, channelRow, rowsAtOnce);
    static const std::string one = manyRows(channelRows, channelRow, 1);
    std::vector<ChannelRow> rows;
    for (const StoredRecord& record : records) {
        for (const ChannelEntry& entry : record.channels) {
            SessionTail::Channel& channel = tail.channels[entry.channel];
            if (channel.number == 0)
                channel.number = channelNumber(tail, entry.channel);
            rows.push_back({channel.number, entry.ordinal.value, record.seq.value});
            ++channel.rows;
        }
    }
    std::ranges::sort(rows);
    for (auto at = rows.cbegin(); at != rows.cend();) {
        const auto end = endOfRows(at, rows.cend(), rowsAtOnce, [](const auto&) { return true; });
        Query inserted = m_connection.query(end - at > 1 ? many.c_str() : one.c_str());
        for (; at != end; ++at)
            inserted.bind(at->channel, at->ordinal, at->seq);
        inserted.run();
    }
}

void LogWriter::writeFacts(const SessionTail& tail, const StoredRecord& record)
{
    if (record.amends)
        m_connection.query("INSERT INTO amendments (session, target_seq, seq) VALUES (?, ?, ?)")
            .bind(tail.number.value, record.amends->value, record.seq.value)
            .run();
    for (const MarkFact& mark : record.marks)
        m_connection.query("INSERT OR IGNORE INTO marks (session, seq, kind, subject) VALUES (?, ?, ?, ?)")
            .bind(tail.number.value, mark.at.value, wordOf(mark.kind), mark.subject)
            .run();
    for (const AttachmentHash& hash : record.attachments)
        addAttachmentReference(m_connection, tail.number, hash);
}

std::int64_t LogWriter::channelNumber(const SessionTail& tail, const ChannelKey& key)
{
    m_connection.query("INSERT INTO channels (session, key) VALUES (?, ?)").bind(tail.number.value, key.str()).run();
    return m_connection.lastInsertId();
}

LogWriter::Outcome LogWriter::saveSnapshot(const SessionId& session, const ConversationState& state)
{
    const SessionTail* tail = tailOf(session);
    if (tail == nullptr)
        return tl::unexpected(errors::noSuchSession(session));
    if (state.lastSeq() > tail->lastSeq)
        return tl::unexpected(errors::snapshotAheadOfLog(session));
    const std::string text = state.toJson().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    m_connection.query("INSERT OR REPLACE INTO snapshots (id, version, state) VALUES (?, ?, ?)")
        .bind(eventId(tail->number, state.lastSeq()), snapshotVersion, text)
        .run();
    // Nobody reads those of another version.
    m_connection.query("DELETE FROM snapshots WHERE id > ? AND id < ? AND version <> ?")
        .bind(beforeEvents(tail->number), eventId(tail->number, state.lastSeq()), snapshotVersion)
        .run();
    thinSnapshots(tail->number, state.lastSeq());
    return Nothing{};
}

void LogWriter::thinSnapshots(SessionNumber session, EventSeq newest)
{
    std::int64_t previous = 0;
    std::int64_t beforeThat = beforeEvents(session);
    {
        Query older = m_connection.query("SELECT id FROM snapshots WHERE id > ? AND id < ? ORDER BY id DESC LIMIT 2");
        older.bind(beforeEvents(session), eventId(session, newest));
        if (!older.next())
            return;
        previous = older.number(0);
        if (older.next())
            beforeThat = older.number(0);
    }
    if (isSnapshotNeedless(seqOf(beforeThat), newest))
        m_connection.query("DELETE FROM snapshots WHERE id = ?").bind(previous).run();
}

LogWriter::Outcome LogWriter::saveDraft(const SessionId& session, const std::string& draft)
{
    const SessionTail* tail = tailOf(session);
    if (tail == nullptr)
        return tl::unexpected(errors::noSuchSession(session));
    if (draft.empty())
        m_connection.query("DELETE FROM drafts WHERE session = ?").bind(tail->number.value).run();
    else
        m_connection.query("INSERT OR REPLACE INTO drafts (session, draft) VALUES (?, ?)")
            .bind(tail->number.value, draft)
            .run();
    return Nothing{};
}

LogWriter::Outcome LogWriter::setLabels(const SessionId& session, const SessionLabels& labels)
{
    const SessionTail* tail = tailOf(session);
    if (tail == nullptr)
        return tl::unexpected(errors::noSuchSession(session));
    writeLabels(m_connection, tail->number, labels);
    return Nothing{};
}

LogWriter::Outcome LogWriter::remove(const SessionId& session)
{
    const SessionTail* tail = tailOf(session);
    if (tail == nullptr)
        return tl::unexpected(errors::noSuchSession(session));
    const SessionNumber number = tail->number;
    if (tail->isComplete && !isArchived(m_connection, number))
        return tl::unexpected(errors::notInArchive(session));
    m_rows.erase(number.value);
    m_index.forget(number);
    hideSession(m_connection, number);
    m_tails.forget(session);
    return Nothing{};
}

} // namespace quarterdeck::storage::sqlite
