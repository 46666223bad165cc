#include "storage/log/session_tail.h"

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

} // namespace quarterdeck::storage::sqlite
