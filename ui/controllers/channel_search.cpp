#include "ui/controllers/channel_search.h"

#include <algorithm>

namespace quarterdeck::ui {

using conversation::EventSeq;

ChannelSearch::ChannelSearch(conversation::Ordinal first, EventSeq seq)
{
    if (seq.value <= 1)
        return;
    m_start = first.value;
    m_startSeq = seq;
    m_readTo = {seq.value - 1};
    m_isRestRead = false;
}

EventSeq ChannelSearch::next() const { return readsOn() ? m_readTo : m_restReadTo; }

void ChannelSearch::take(const session::FindResult& piece)
{
    if (readsOn()) {
        m_readTo = piece.readTo;
        m_isEndReached = piece.isLast;
    } else {
        m_restReadTo = piece.readTo;
        m_isRestRead = piece.isLast || piece.readTo.value >= m_startSeq.value - 1;
    }
    add(piece.rows);
}

void ChannelSearch::add(const std::vector<conversation::Ordinal>& rows)
{
    if (rows.empty())
        return;
    std::vector<std::int64_t> added(rows.size());
    std::transform(rows.begin(), rows.end(), added.begin(), [](conversation::Ordinal row) { return row.value; });
    std::sort(added.begin(), added.end());
    const auto middle = static_cast<std::ptrdiff_t>(m_rows.size());
    m_rows.insert(m_rows.end(), added.begin(), added.end());
    std::inplace_merge(m_rows.begin(), m_rows.begin() + middle, m_rows.end());
    m_rows.erase(std::unique(m_rows.begin(), m_rows.end()), m_rows.end());
}

bool ChannelSearch::isFound(std::int64_t row) const { return std::binary_search(m_rows.begin(), m_rows.end(), row); }

std::size_t ChannelSearch::placeOf(std::int64_t row) const
{
    return static_cast<std::size_t>(std::lower_bound(m_rows.begin(), m_rows.end(), row) - m_rows.begin());
}

std::optional<std::size_t> ChannelSearch::from(std::int64_t row) const
{
    if (m_rows.empty())
        return std::nullopt;
    const std::size_t place = placeOf(row);
    if (place < m_rows.size())
        return place;
    return m_isEndReached ? std::optional<std::size_t>(0) : std::nullopt;
}

std::optional<std::size_t> ChannelSearch::step(std::size_t place, int by) const
{
    const std::size_t count = m_rows.size();
    if (place >= count)
        return std::nullopt;
    const bool isAround = by > 0 ? place + 1 == count : place == 0;
    const std::size_t next = by > 0 ? (place + 1) % count : (place + count - 1) % count;
    return isAround ? stepAround(place, next, by) : stepWithin(place, next);
}

/// Across the gap before the start.
std::optional<std::size_t> ChannelSearch::stepWithin(std::size_t place, std::size_t next) const
{
    const bool crosses = (m_rows[place] < m_start) != (m_rows[next] < m_start);
    return crosses && !m_isRestRead ? std::nullopt : std::optional(next);
}

/// Across the end. The very first match is known as soon as any of the rest is, since that is read in order.
std::optional<std::size_t> ChannelSearch::stepAround(std::size_t place, std::size_t next, int by) const
{
    const std::size_t lowest = by > 0 ? next : place;
    const std::size_t highest = by > 0 ? place : next;
    const bool isLowestKnown = m_isRestRead || m_rows[lowest] < m_start;
    const bool isHighestKnown = m_isEndReached && (m_isRestRead || m_rows[highest] >= m_start);
    return isLowestKnown && isHighestKnown ? std::optional(next) : std::nullopt;
}

} // namespace quarterdeck::ui
