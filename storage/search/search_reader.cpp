#include "storage/search/search_reader.h"

#include "storage/log/event_document.h"
#include "storage/log/limits.h"
#include "storage/log/log_reader.h"
#include "storage/log/summary_row.h"
#include "storage/search/search_matches.h"
#include "storage/search/text_index.h"
#include "storage/search/text_query.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

using Way = SearchPage::Way;

struct Candidate
{
    SessionNumber number;
    SessionId id;
    Timestamp newest; ///< the latest time of its events
    EventSeq indexed;
    EventSeq last;
    bool isImportedSession = false;
};

/// Finds the events of one page.
class Searcher
{
public:
    Searcher(Connection& connection, const SearchRequest& request, const SearchEffort& effort)
        : m_connection(connection)
        , m_request(request)
        , m_query(request.terms)
        , m_interruption(connection, request.stop)
        , m_page{connection,    m_interruption, m_query,
                 request.terms, effort,         IndexMatches(connection, m_interruption, m_query, effort)}
    { }

    SearchHits search()
    {
        SearchHits page;
        if (m_query.isEmpty())
            return page;
        m_interruption.check();
        readCandidates();
        while (page.hits.size() < hitsOf(m_request)) {
            SessionHits* source = newestSource();
            if (source == nullptr)
                break;
            SearchHit hit;
            const EventSeq seq = source->newest()->seq;
            if (isReadable([&] { hit = hitOf(*source); }))
                page.hits.push_back(std::move(hit));
            else
                m_page.notSearched.push_back({source->session(), source->id(), seq, seq});
            takeNewest();
        }
        page.isLast = newestSource() == nullptr;
        for (const UnsearchedRange& left : m_page.notSearched)
            page.notSearched += countOf(left, page);
        page.notSearched += m_unread;
        return page;
    }
    /// The search went on without it.
    [[nodiscard]] bool isIndexDamaged() const { return m_page.isIndexDamaged; }

private:
    void readCandidates()
    {
        bool isIndexUsable = hasUsableIndex(m_connection);
        if (isIndexUsable && !isReadable([&] { readProgress(m_connection); })) {
            isIndexUsable = false;
            m_page.isIndexDamaged = true;
        }
        // If one session's last event is on a damaged page, the others are still found.
        if (!isReadable([&] { readCandidates(true, isIndexUsable); }))
            readCandidates(false, isIndexUsable);
        if (isIndexUsable)
            askIndex(m_page, [&] { return takesGlance() ? Way::Index : Way::Newest; });
    }

    bool takesGlance() { return m_page.index.ask(m_page.effort.glance, m_page.effort.glanceWords); }

    /// Newest first, by their last events or, failing that, by the list.
    void readCandidates(bool byEvents, bool isIndexUsable)
    {
        m_candidates.clear();
        Query row = m_connection.query(
            isIndexUsable
                ? "SELECT id, key, coalesce(CASE WHEN ? THEN (SELECT latest_time FROM events WHERE events.id ="
                  " (sessions.id << 40) | last_seq) END, last_activity), coalesce(seq, 0), last_seq, kind FROM sessions"
                  " LEFT JOIN text_index_progress ON session = id WHERE is_complete ORDER BY 3 DESC, 2 DESC"
                : "SELECT id, key, coalesce(CASE WHEN ? THEN (SELECT latest_time FROM events WHERE events.id ="
                  " (sessions.id << 40) | last_seq) END, last_activity), 0, last_seq, kind FROM sessions"
                  " WHERE is_complete ORDER BY 3 DESC, 2 DESC");
        row.bind(byEvents);
        while (row.next())
            m_candidates.push_back({{row.number(0)},
                                    SessionId(row.text(1)),
                                    {row.number(2)},
                                    {row.number(3)},
                                    {row.number(4)},
                                    sessionKindOf(row.view(5)) == conversation::SessionKind::Imported});
    }

    /// Of all that remain; null if none do.
    SessionHits* newestSource()
    {
        while (m_opened < m_candidates.size()
               && (m_sources.empty() || m_sources.front()->newest()->latestTime <= m_candidates[m_opened].newest))
            open(m_candidates[m_opened++]);
        return m_sources.empty() ? nullptr : m_sources.front().get();
    }

    void takeNewest()
    {
        std::ranges::pop_heap(m_sources, isBefore);
        m_sources.back()->take();
        if (m_sources.back()->newest() == nullptr)
            m_sources.pop_back();
        else
            std::ranges::push_heap(m_sources, isBefore);
    }

    static bool isBefore(const std::unique_ptr<SessionHits>& one, const std::unique_ptr<SessionHits>& other)
    {
        return std::tie(one->newest()->latestTime, one->id()) < std::tie(other->newest()->latestTime, other->id());
    }

    void open(const Candidate& candidate)
    {
        SearchWindow part;
        if (!isReadable([&] { part = partOf(candidate); })) {
            if (!m_request.after) // or each page would count it
                m_unread += candidate.last.value;
            return;
        }
        auto source = std::make_unique<SessionHits>(m_page, candidate.number, candidate.id, part);
        if (source->newest() == nullptr)
            return;
        m_sources.push_back(std::move(source));
        std::ranges::push_heap(m_sources, isBefore);
    }

    SearchWindow partOf(const Candidate& candidate)
    {
        SearchWindow part{{0}, candidate.last.next(), candidate.indexed, candidate.last};
        const SearchTerms& terms = m_request.terms;
        if (terms.from)
            part.after = lastInOrder(m_connection, candidate.number, {terms.from->msSinceEpoch - 1});
        if (terms.until)
            part.before = lastAtOrBefore(m_connection, candidate.number, {terms.until->msSinceEpoch - 1}).next();
        part.end = {part.before.value - 1};
        if (m_request.after)
            part.before = std::min(part.before, firstTaken(candidate.number, candidate.id, *m_request.after));
        // Checked last, as it reads an event: for most sessions, their times already rule the day out.
        const bool isAsked =
            (terms.from || terms.until) && part.after.next() < part.before && candidate.isImportedSession;
        if (isAsked && !areTimesKnown(m_connection, candidate.number))
            return {{0}, {1}, candidate.indexed, {0}}; // no day is known of it
        return part;
    }

    /// Events the next page will look at again, since they are older than its first, do not count yet.
    std::int64_t countOf(const UnsearchedRange& left, const SearchHits& page)
    {
        EventSeq first = left.first;
        if (!page.isLast && !page.hits.empty()
            && !isReadable([&] { first = std::max(first, firstTaken(left.session, left.id, page.hits.back().place)); }))
            return 0;
        return std::max<std::int64_t>(left.last.value - first.value + 1, 0);
    }

    /// The first event that earlier pages have covered.
    EventSeq firstTaken(SessionNumber session, const SessionId& id, const SearchCursor& after)
    {
        if (id == after.session)
            return after.seq;
        const bool isAfterInTie = id < after.session;
        const Timestamp last{after.time.msSinceEpoch - (isAfterInTie ? 0 : 1)};
        return lastInOrder(m_connection, session, last).next();
    }

    SearchHit hitOf(SessionHits& source)
    {
        const EventHit& found = *source.newest();
        SearchHit hit;
        hit.place = {found.latestTime, source.id(), found.seq};
        hit.time = found.time;
        hit.row = shownAt(m_connection, source.session(), found.seq);
        const EventSeq before{found.seq.value - 1};
        forEachDocument(m_connection, source.session(), before, found.seq, source.view(),
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
    StatementInterrupter m_interruption;
    SearchPage m_page;
    std::vector<Candidate> m_candidates;
    std::size_t m_opened = 0;                            ///< of the candidates
    std::int64_t m_unread = 0;                           ///< events of sessions of which not even the times can be read
    std::vector<std::unique_ptr<SessionHits>> m_sources; ///< a heap: the newest first
};

} // namespace

Result<SearchHits> searchAll(Connection& connection, const SearchRequest& request, const SearchEffort& effort,
                             const std::function<void()>& doubtIndex)
{
    try {
        Searcher searcher(connection, request, effort);
        SearchHits hits = searcher.search();
        if (searcher.isIndexDamaged())
            doubtIndex();
        return hits;
    } catch (const SQLite::Exception&) {
        if (request.stop.stop_requested())
            return tl::unexpected(errors::searchStopped());
        throw;
    }
}

} // namespace quarterdeck::storage::sqlite
