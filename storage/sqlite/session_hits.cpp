#include "sqlite/session_hits.h"

#include "sqlite/event_document.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

SessionHits::SessionHits(Connection& connection, SessionNumber session, SessionId id, SearchedPart part,
                         const search::TextQuery& query, const SearchTerms& terms)
    : m_connection(connection)
    , m_session(session)
    , m_id(std::move(id))
    , m_part(part)
    , m_query(query)
    , m_terms(terms)
    , m_indexBefore(part.before)
{ }

std::int64_t SessionHits::searchTail(EventSeq indexed, std::int64_t most)
{
    const EventSeq last{m_part.before.value - 1};
    const EventSeq after = std::max({indexed, m_part.after, EventSeq{last.value - most}});
    if (last <= after)
        return 0;
    std::vector<EventSeq> found;
    forEachDocument(m_connection, m_session, after, last, [&](EventSeq seq, const search::Document& document) {
        if (m_query.matches(document))
            found.push_back(seq);
        return true;
    });
    std::for_each(found.rbegin(), found.rend(), [this](EventSeq seq) { add(seq); });
    return last.value - after.value;
}

void SessionHits::giveIndexed(const std::vector<EventSeq>& seqs)
{
    for (const EventSeq seq : seqs)
        if (isInPart(seq))
            add(seq);
    m_indexBefore.reset();
}

const FoundEvent* SessionHits::newest()
{
    while (m_waiting.empty() && m_indexBefore)
        readIndex();
    return m_waiting.empty() ? nullptr : &m_waiting.front();
}

void SessionHits::readIndex()
{
    // Few at first: of many sessions each may give but one or two to a page.
    constexpr std::size_t mostPieces = 64;
    const std::size_t pieces = std::exchange(m_pieces, std::min(m_pieces * 2, mostPieces));
    std::vector<EventSeq> found;
    const std::string words = m_query.fts5();
    {
        Query row = m_connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? AND rowid > ?"
                                       " AND rowid < ? ORDER BY rowid DESC LIMIT ?");
        row.bind(words, eventId(m_session, m_part.after), eventId(m_session, *m_indexBefore), pieces);
        while (row.next())
            found.push_back(seqOf(row.number(0)));
    }
    for (const EventSeq seq : found)
        add(seq);
    if (found.size() < pieces)
        m_indexBefore.reset();
    else
        m_indexBefore = found.back();
}

void SessionHits::add(EventSeq seq)
{
    Query row = m_connection.query("SELECT latest_time, time FROM events WHERE id = ?");
    if (!row.bind(eventId(m_session, seq)).next())
        return;
    const FoundEvent found{seq, {row.number(0)}, {row.number(1)}};
    const bool isInTime =
        (!m_terms.from || *m_terms.from <= found.time) && (!m_terms.until || found.time < *m_terms.until);
    if (isInTime)
        m_waiting.push_back(found);
}

} // namespace quarterdeck::storage::sqlite
