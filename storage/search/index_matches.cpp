#include "storage/search/index_matches.h"

#include "storage/search/index_terms.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <sqlite3.h>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;
using search::TextQuery;

IndexMatches::IndexMatches(Connection& connection, StatementInterrupter& interruption, const TextQuery& query,
                           const SearchEffort& effort)
    : m_connection(connection)
    , m_interruption(interruption)
    , m_query(query)
    , m_effort(effort)
{ }

bool IndexMatches::ask(std::int64_t instructions, std::size_t words)
{
    m_isDear = false;
    if (!m_query.hasPrefix()) {
        begin(m_query);
        return true;
    }
    TextQuery asked = rest();
    const bool isRestFew = !asked.isEmpty() && isWithin(asked, INT64_MAX, m_effort.fewPlaces);
    const std::vector<TextQuery> parts = m_query.parts();
    const std::int64_t share = instructions / std::ranges::count_if(parts, &TextQuery::hasPrefix);
    const std::int64_t glance = std::min(instructions, m_effort.glance);
    bool isAnyWithin = false;
    bool isAllWithin = true;
    for (TextQuery part : parts) {
        if (!part.hasPrefix())
            continue;
        const bool isIn =
            isWithin(part, glance, 0) || spellOut(part, words) || (share > glance && isWithin(part, share, 0));
        isAnyWithin = isAnyWithin || isIn;
        isAllWithin = isAllWithin && isIn;
        if (isIn)
            asked.add(part);
    }
    if (!isAllWithin && !isAnyWithin && !isRestFew)
        return false;
    m_isToBeChecked = !isAllWithin;
    begin(asked);
    return true;
}

/// Replaces the prefix by the words that start with it, unless there are more than that.
bool IndexMatches::spellOut(TextQuery& part, std::size_t words)
{
    if (words == 0)
        return false;
    std::optional<std::vector<std::string>> all = indexTerms(m_connection, part.beginning(), words);
    if (!all)
        return false;
    constexpr std::size_t mostPerSession = 16; // for more of them it takes milliseconds to ask
    m_isDear = m_isDear || all->size() > mostPerSession;
    part.endWith(std::move(*all));
    return true;
}

/// The words without a prefix.
TextQuery IndexMatches::rest() const
{
    TextQuery rest;
    for (const TextQuery& part : m_query.parts())
        if (!part.hasPrefix())
            rest.add(part);
    return rest;
}

bool IndexMatches::askRest()
{
    const TextQuery asked = rest();
    if (asked.isEmpty())
        return false;
    m_isToBeChecked = true;
    begin(asked);
    return true;
}

/// Whether the first match is found within these instructions and, unless `most` is 0, there are no more than that.
bool IndexMatches::isWithin(const TextQuery& query, std::int64_t instructions, std::size_t most)
{
    const std::string words = query.fts5();
    m_interruption.allow(instructions);
    try {
        Query row = m_connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? LIMIT ?");
        row.bind(words, most + 1);
        std::size_t count = 0;
        while (row.next())
            ++count;
        m_interruption.allowAll();
        return most == 0 || count <= most;
    } catch (const SQLite::Exception& failure) {
        const bool isTooMuch = m_interruption.isUsedUp();
        m_interruption.allowAll();
        m_interruption.check();
        if (failure.getErrorCode() != SQLITE_INTERRUPT || !isTooMuch)
            throw;
        return false;
    }
}

void IndexMatches::begin(const TextQuery& query)
{
    m_words = query.fts5();
    m_isDear = m_isDear || query.hasPrefix();
    m_places.reset(
        new Query(m_connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? ORDER BY rowid DESC")));
    m_places->bind(m_words);
}

std::vector<EventSeq> IndexMatches::read(SessionNumber session, EventSeq after, EventSeq before, std::size_t most)
{
    const std::int64_t afterId = eventId(session, after);
    const std::int64_t beforeId = eventId(session, before);
    readDownTo(afterId, beforeId, most);
    const auto first = std::ranges::lower_bound(m_read, beforeId - 1, std::greater());
    const auto end = std::ranges::lower_bound(m_read, afterId, std::greater());
    const auto count = static_cast<std::size_t>(end - first);
    if (count < most && m_readTo > afterId)
        return hasAny(session) ? readPart(afterId, beforeId, most) : std::vector<EventSeq>();
    std::vector<EventSeq> found;
    std::transform(first, first + static_cast<std::ptrdiff_t>(std::min(count, most)), std::back_inserter(found), seqOf);
    return found;
}

/// As far as wanted, in one pass through all sessions; for words with too many matches, only the first few.
void IndexMatches::readDownTo(std::int64_t after, std::int64_t before, std::size_t most)
{
    const auto isEnough = [&] {
        return m_readTo <= after || (m_read.size() >= most && m_read[m_read.size() - most] < before);
    };
    while (m_places && !isEnough() && (m_isDear || m_read.size() <= m_effort.fewPlaces)) {
        if (m_places->next()) {
            m_readTo = m_places->number(0);
            m_read.push_back(m_readTo);
        } else {
            m_readTo = INT64_MIN;
            m_places.reset();
        }
    }
}

std::vector<EventSeq> IndexMatches::readPart(std::int64_t after, std::int64_t before, std::size_t most)
{
    std::vector<EventSeq> found;
    Query row = m_connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? AND rowid > ?"
                                   " AND rowid < ? ORDER BY rowid DESC LIMIT ?");
    row.bind(m_words, after, before, most);
    while (row.next())
        found.push_back(seqOf(row.number(0)));
    return found;
}

/// Asks for the next match from there down: one answer covers all sessions that it skips.
bool IndexMatches::hasAny(SessionNumber session)
{
    if (m_withPlaces.contains(session.value))
        return true;
    const auto gap = m_empty.lower_bound(session.value);
    if (gap != m_empty.end() && gap->second <= session.value)
        return false;
    Query row = m_connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? AND rowid < ?"
                                   " ORDER BY rowid DESC LIMIT 1");
    row.bind(m_words, afterEvents(session));
    const std::int64_t next = row.next() ? row.number(0) >> eventIdSeqBits : -1;
    if (next >= 0)
        m_withPlaces.insert(next);
    if (next < session.value)
        m_empty[session.value] = next + 1;
    return next == session.value;
}

} // namespace quarterdeck::storage::sqlite
