#include "storage/search/session_hits.h"

#include "storage/sqlite/sqlite_errors.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

using Way = SearchPage::Way;

/// Called when the newest events did not fill the page, and matches become rarer.
void chooseWay(SearchPage& page)
{
    const std::int64_t newest = page.effort.newestEvents + page.effort.eventsAHit * page.eventsFound;
    if (page.way != Way::Newest || page.eventsRead < newest)
        return;
    askIndex(page, [&] {
        const bool isAsked = page.index.ask(page.effort.look, page.effort.lookWords) || page.index.askRest();
        return isAsked ? Way::Index : Way::Reading;
    });
}

} // namespace

void askIndex(SearchPage& page, const std::function<SearchPage::Way()>& ask)
{
    if (isReadable([&] { page.way = ask(); }))
        return;
    page.way = Way::Reading;
    page.isIndexDamaged = true;
}

SessionHits::SessionHits(SearchPage& page, SessionNumber session, SessionId id, SearchWindow part)
    : m_page(page)
    , m_session(session)
    , m_id(std::move(id))
    , m_part(part)
    , m_before(part.before)
{ }

const EventHit* SessionHits::newest()
{
    while (m_waiting.empty() && !isAtEnd())
        readOn();
    return m_waiting.empty() ? nullptr : &m_waiting.front();
}

void SessionHits::readOn()
{
    m_page.interruption.check();
    const EventSeq indexed = std::max(m_part.indexed, m_part.after);
    if (m_before > indexed.next()) {
        readEvents(indexed);
        return;
    }
    chooseWay(m_page);
    if (m_page.way == Way::Index)
        readIndex();
    else
        readEvents(m_part.after);
}

/// The next few, down to there.
void SessionHits::readEvents(EventSeq after)
{
    // Few at first: each of many sessions may contribute just one or two to a page.
    constexpr std::int64_t mostEvents = 256;
    const EventSeq last{m_before.value - 1};
    const std::int64_t piece = std::min(std::exchange(m_piece, std::min(m_piece * 2, mostEvents)),
                                        m_page.effort.mostEvents - m_page.eventsRead);
    const EventSeq from = std::max(after, EventSeq{last.value - piece});
    if (from == last) { // nothing may be read any more
        leave(after.next(), last);
        m_before = after.next();
        return;
    }
    std::vector<EventSeq> found;
    EventSeq read = from;
    const auto take = [&](EventSeq seq, const search::Document& document) {
        m_page.interruption.check();
        if (m_page.query.matches(document))
            found.push_back(seq);
        else if (search::isCut(document))
            leave(seq, seq);
        read = seq;
        return true;
    };
    if (!isReadable([&] { forEachDocument(m_page.connection, m_session, from, last, view(), take); }))
        leave(read.next(), last);
    m_page.eventsRead += last.value - from.value;
    m_page.eventsFound += static_cast<std::int64_t>(found.size());
    m_before = from.next();
    std::for_each(found.rbegin(), found.rend(), [this](EventSeq seq) {
        if (!isReadable([&] { add(seq); }))
            leave(seq, seq);
    });
}

void SessionHits::readIndex()
{
    constexpr std::size_t mostPlaces = 64;
    const std::size_t places = std::exchange(m_places, std::min(m_places * 2, mostPlaces));
    std::vector<EventSeq> found;
    askIndex(m_page, [&] {
        found = m_page.index.read(m_session, m_part.after, m_before, places);
        return Way::Index;
    });
    if (m_page.way != Way::Index)
        return;
    const EventSeq before = m_before;
    std::vector<EventSeq> known; // found, or left already
    m_before = found.size() < places ? m_part.after.next() : found.back();
    for (const EventSeq seq : found) {
        if (m_page.index.isToBeChecked() && m_page.eventsRead >= m_page.effort.mostEvents) {
            leave(m_part.after.next(), seq);
            leaveCut(seq.next(), before, known);
            m_before = m_part.after.next();
            return;
        }
        const auto addFound = [&] {
            if (isPassed(seq) || !isFound(seq))
                return;
            known.push_back(seq);
            add(seq);
        };
        if (isReadable(addFound))
            continue;
        known.push_back(seq);
        leave(seq, seq);
    }
    leaveCut(m_before, before, known);
}

/// Only their beginning is indexed.
void SessionHits::leaveCut(EventSeq first, EventSeq before, const std::vector<EventSeq>& found)
{
    if (!m_page.cutEvents) {
        m_page.cutEvents.emplace();
        const std::string words = "kind : \"" + std::string(search::cutWord) + '"';
        askIndex(m_page, [&] {
            Query row = m_page.connection.query("SELECT rowid FROM text_index WHERE text_index MATCH ? ORDER BY rowid");
            row.bind(words);
            while (row.next())
                m_page.cutEvents->push_back(row.number(0));
            return Way::Index;
        });
    }
    const std::int64_t end = eventId(m_session, before);
    for (auto cut = std::ranges::lower_bound(*m_page.cutEvents, eventId(m_session, first));
         cut != m_page.cutEvents->end() && *cut < end; ++cut) {
        const EventSeq seq = seqOf(*cut);
        if (std::ranges::find(found, seq) == found.end() && !isPassed(seq))
            leave(seq, seq);
    }
}

void SessionHits::leave(EventSeq first, EventSeq last)
{
    if (first <= last)
        m_page.notSearched.push_back({m_session, m_id, first, last});
}

bool SessionHits::isPassed(EventSeq seq)
{
    bool isPassed = false;
    return isReadable([&] { isPassed = isSuperseded(m_page.connection, m_session, seq, m_part.end); }) && isPassed;
}

bool SessionHits::isFound(EventSeq seq)
{
    if (!m_page.index.isToBeChecked())
        return true;
    m_page.interruption.check();
    ++m_page.eventsRead;
    bool isFound = false;
    forEachDocument(m_page.connection, m_session, {seq.value - 1}, seq, view(),
                    [&](EventSeq, const search::Document& document) {
                        isFound = m_page.query.matches(document);
                        return true;
                    });
    return isFound;
}

void SessionHits::add(EventSeq seq)
{
    Query row = m_page.connection.query("SELECT latest_time, time FROM events WHERE id = ?");
    if (!row.bind(eventId(m_session, seq)).next())
        return;
    const EventHit found{seq, {row.number(0)}, {row.number(1)}};
    const SearchTerms& terms = m_page.terms;
    const bool isInTime = (!terms.from || *terms.from <= found.time) && (!terms.until || found.time < *terms.until);
    if (isInTime)
        m_waiting.push_back(found);
}

} // namespace quarterdeck::storage::sqlite
