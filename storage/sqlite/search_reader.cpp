#include "sqlite/search_reader.h"

#include "record/limits.h"
#include "search/excerpt.h"
#include "sqlite/event_document.h"
#include "sqlite/event_reader.h"
#include "sqlite/session_hits.h"
#include "sqlite/text_index.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

/// How many places the index is asked for at first. With fewer all are known, and no session has to be asked by itself.
constexpr std::size_t fewPlaces = 2000;

struct Candidate
{
    SessionNumber number;
    SessionId id;
    Timestamp newest; ///< the latest time of its events
    EventSeq indexed;
    EventSeq last;
};

/// Finds the events of one page.
class Searcher
{
public:
    Searcher(Connection& connection, const SearchRequest& request)
        : m_connection(connection)
        , m_request(request)
        , m_query(request.terms)
    { }

    SearchHits search()
    {
        SearchHits page;
        if (m_query.isEmpty())
            return page;
        readCandidates();
        readFewPlaces();
        while (page.hits.size() < hitsOf(m_request)) {
            SessionHits* source = newestSource();
            if (source == nullptr)
                break;
            page.hits.push_back(hitOf(*source));
            source->take();
        }
        page.isLast = newestSource() == nullptr;
        page.notSearched = m_notSearched;
        return page;
    }

private:
    /// Newest first.
    void readCandidates()
    {
        const bool isIndexUsable = hasUsableIndex(m_connection);
        Query row = m_connection.query(
            isIndexUsable
                ? "SELECT id, key, coalesce((SELECT latest_time FROM events WHERE events.id = (sessions.id << 40)"
                  " | last_seq), last_activity), coalesce(seq, 0), last_seq FROM sessions"
                  " LEFT JOIN text_index_progress ON session = id WHERE is_complete ORDER BY 3 DESC, 2 DESC"
                : "SELECT id, key, coalesce((SELECT latest_time FROM events WHERE events.id = (sessions.id << 40)"
                  " | last_seq), last_activity), 0, last_seq FROM sessions WHERE is_complete ORDER BY 3 DESC, 2 DESC");
        while (row.next())
            m_candidates.push_back(
                {{row.number(0)}, SessionId(row.text(1)), {row.number(2)}, {row.number(3)}, {row.number(4)}});
        m_areFew = !isIndexUsable;
    }

    void readFewPlaces()
    {
        if (m_areFew)
            return;
        const std::string words = m_query.fts5();
        Query row =
            m_connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? ORDER BY rowid DESC LIMIT ?");
        row.bind(words, fewPlaces + 1);
        std::size_t count = 0;
        for (; row.next(); ++count)
            m_places[row.number(0) >> eventIdSeqBits].push_back(seqOf(row.number(0)));
        m_areFew = count <= fewPlaces;
    }

    /// Of all that is left; null when nothing is.
    SessionHits* newestSource()
    {
        SessionHits* newest = openNewest();
        while (m_opened < m_candidates.size()
               && (newest == nullptr || newest->newest()->latestTime <= m_candidates[m_opened].newest)) {
            open(m_candidates[m_opened++]);
            newest = openNewest();
        }
        return newest;
    }

    SessionHits* openNewest()
    {
        std::erase_if(m_sources, [](const auto& source) { return source->newest() == nullptr; });
        const auto newest = std::ranges::max_element(m_sources, [](const auto& one, const auto& other) {
            return std::pair(one->newest()->latestTime, one->id())
                < std::pair(other->newest()->latestTime, other->id());
        });
        return newest == m_sources.end() ? nullptr : newest->get();
    }

    void open(const Candidate& candidate)
    {
        const auto places = m_places.find(candidate.number.value);
        if (m_areFew && places == m_places.end() && candidate.indexed >= candidate.last)
            return;
        auto source = std::make_unique<SessionHits>(m_connection, candidate.number, candidate.id, partOf(candidate),
                                                    m_query, m_request.terms);
        searchTail(candidate, *source);
        if (m_areFew)
            source->giveIndexed(places == m_places.end() ? std::vector<EventSeq>() : places->second);
        if (source->newest() != nullptr)
            m_sources.push_back(std::move(source));
    }

    void searchTail(const Candidate& candidate, SessionHits& source)
    {
        const std::int64_t tail = candidate.last.value - candidate.indexed.value;
        const std::int64_t most = std::min(tail, mostEventsSearched - m_searched);
        m_searched += source.searchTail(candidate.indexed, most);
        m_notSearched += tail - most;
    }

    SearchedPart partOf(const Candidate& candidate)
    {
        SearchedPart part{{0}, candidate.last.next()};
        const SearchTerms& terms = m_request.terms;
        if (terms.from)
            part.after = lastInOrder(m_connection, candidate.number, {terms.from->msSinceEpoch - 1});
        if (terms.until)
            part.before = lastAtOrBefore(m_connection, candidate.number, {terms.until->msSinceEpoch - 1}).next();
        if (m_request.after)
            part.before = std::min(part.before, firstTaken(candidate, *m_request.after));
        return part;
    }

    /// The first event that earlier pages have dealt with.
    EventSeq firstTaken(const Candidate& candidate, const SearchPlace& after)
    {
        if (candidate.id == after.session)
            return after.seq;
        const bool isAfterInTie = candidate.id < after.session;
        const Timestamp last{after.time.msSinceEpoch - (isAfterInTie ? 0 : 1)};
        return lastInOrder(m_connection, candidate.number, last).next();
    }

    SearchHit hitOf(SessionHits& source)
    {
        const FoundEvent& found = *source.newest();
        SearchHit hit;
        hit.place = {found.latestTime, source.id(), found.seq};
        hit.time = found.time;
        hit.row = shownAt(m_connection, source.session(), found.seq);
        const EventSeq before{found.seq.value - 1};
        forEachDocument(m_connection, source.session(), before, found.seq,
                        [&](EventSeq, const search::Document& document) {
                            using search::Part;
                            search::Excerpt excerpt = search::excerptOf(document[Part::Text], m_query);
                            hit.excerpt = std::move(excerpt.line);
                            hit.marks = std::move(excerpt.marks);
                            hit.speaker = document[Part::Speaker];
                            hit.isPrivate = search::isOf(document, SearchKind::Private);
                            return true;
                        });
        return hit;
    }

    Connection& m_connection;
    const SearchRequest& m_request;
    search::TextQuery m_query;
    std::vector<Candidate> m_candidates;
    std::size_t m_opened = 0;                               ///< of the candidates
    std::map<std::int64_t, std::vector<EventSeq>> m_places; ///< by session: what the index has, if it is little
    bool m_areFew = false;
    std::vector<std::unique_ptr<SessionHits>> m_sources;
    std::int64_t m_searched = 0; ///< events without an index
    std::int64_t m_notSearched = 0;
};

} // namespace

Result<SearchHits> searchAll(Connection& connection, const SearchRequest& request)
{
    return Searcher(connection, request).search();
}

} // namespace quarterdeck::storage::sqlite
