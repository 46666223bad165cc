#include "storage/search/search_matches.h"

#include "storage/search/search_token.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/sqlite_errors.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// The words in the index with this prefix, in order, unless there are more than `most`. Each costs one step down the
/// index, however often it occurs: FTS5 itself reads all places of all of them before it returns the first. Throws
/// SQLite::Exception. Thread: the connection's.
[[nodiscard]] std::optional<std::vector<std::string>> indexTerms(Connection& connection, const std::string& beginning,
                                                                 std::size_t most);

namespace {

/// A view of this connection's own, available even when read-only.
void prepareView(Connection& connection)
{
    const bool isReader = connection.pragma("query_only") != 0;
    if (isReader)
        connection.execute("PRAGMA query_only = OFF");
    try {
        connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.text_index_words"
                           " USING fts5vocab(main, text_index, instance)");
    } catch (...) {
        if (isReader)
            connection.execute("PRAGMA query_only = ON");
        throw;
    }
    if (isReader)
        connection.execute("PRAGMA query_only = ON");
}

/// A query that names it must find it, and nothing else.
bool isReadAsItself(const std::string& term)
{
    std::size_t count = 0;
    bool isSame = false;
    search::splitIntoTokens(term, search::Purpose::Query, [&](const search::SearchToken& word) {
        isSame = word.text == term;
        return ++count == 1;
    });
    return count == 1 && isSame;
}

/// From there on. Each is looked up anew, since continuing from one would read all its matches.
std::optional<std::string> firstWord(Connection& connection, const std::string& from)
{
    Query row = connection.query("SELECT term FROM temp.text_index_words WHERE term >= ? LIMIT 1");
    row.bind(from);
    return row.next() ? std::optional(row.text(0)) : std::nullopt;
}

} // namespace

std::optional<std::vector<std::string>> indexTerms(Connection& connection, const std::string& beginning,
                                                   std::size_t most)
{
    prepareView(connection);
    constexpr char leastCharacter = '\1'; // no word has it
    std::vector<std::string> words;
    std::optional<std::string> word = firstWord(connection, beginning);
    while (word && word->starts_with(beginning)) {
        if (words.size() == most || !isReadAsItself(*word))
            return std::nullopt;
        words.push_back(*word);
        word = firstWord(connection, *word + leastCharacter);
    }
    return words;
}

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
    const std::vector<EventSeq> late = foundInRest(m_before, before, found);
    found.insert(found.end(), late.begin(), late.end());
    std::sort(found.begin(), found.end(), std::greater<>());
    for (const EventSeq seq : found) {
        if (m_page.index.isToBeChecked() && m_page.eventsRead >= m_page.effort.mostEvents) {
            leave(m_part.after.next(), seq);
            leaveCut(seq.next(), before, known);
            m_before = m_part.after.next();
            return;
        }
        const auto addFound = [&] {
            const bool isLate = std::ranges::find(late, seq) != late.end();
            if (!isLate && (isPassed(seq) || !isFound(seq)))
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

std::vector<EventSeq> SessionHits::cutEvents(EventSeq first, EventSeq before)
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
    std::vector<EventSeq> cut;
    const std::int64_t end = eventId(m_session, before);
    for (auto one = std::ranges::lower_bound(*m_page.cutEvents, eventId(m_session, first));
         one != m_page.cutEvents->end() && *one < end; ++one)
        cut.push_back(seqOf(*one));
    return cut;
}

/// Only their beginning is indexed.
void SessionHits::leaveCut(EventSeq first, EventSeq before, const std::vector<EventSeq>& found)
{
    if (m_page.effort.isLongTextRead)
        return; // they were read
    for (const EventSeq seq : cutEvents(first, before)) {
        if (std::ranges::find(found, seq) == found.end() && !isPassed(seq))
            leave(seq, seq);
    }
}

std::vector<EventSeq> SessionHits::foundInRest(EventSeq first, EventSeq before, const std::vector<EventSeq>& found)
{
    std::vector<EventSeq> late;
    if (!m_page.effort.isLongTextRead)
        return late;
    for (const EventSeq seq : cutEvents(first, before)) {
        if (std::ranges::find(found, seq) == found.end() && !isPassed(seq) && isFoundInRest(seq))
            late.push_back(seq);
    }
    return late;
}

bool SessionHits::isFoundInRest(EventSeq seq)
{
    bool isFound = false;
    m_page.interruption.check();
    if (!isReadable([&] { isFound = isMatch(seq); }))
        leave(seq, seq);
    return isFound;
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
    return isMatch(seq);
}

bool SessionHits::isMatch(EventSeq seq)
{
    bool isMatch = false;
    forEachDocument(m_page.connection, m_session, {seq.value - 1}, seq, view(),
                    [&](EventSeq, const search::Document& document) {
                        isMatch = m_page.query.matches(document);
                        return true;
                    });
    return isMatch;
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
