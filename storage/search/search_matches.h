#pragma once

#include "model/session/library.h"
#include "storage/log/event_document.h"
#include "storage/log/event_id.h"
#include "storage/search/search_effort.h"
#include "storage/search/text_query.h"
#include "storage/sqlite/connection.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// Where the index has matches, by session. Prefixes that match in too many places are not asked for; what the other
/// phrases find then has to be checked. Throws SQLite::Exception. Thread: the connection's, inside the one read
/// transaction of a page.
class IndexMatches
{
public:
    IndexMatches(Connection& connection, StatementInterrupter& interruption, const search::TextQuery& query,
                 const SearchEffort& effort);

    /// Tries up to this many words for each prefix; if there are more, this many instructions for all prefixes, with at
    /// least a glance at each. False: it would have to ask for too much, or finds so much that reading the newest
    /// events is faster.
    [[nodiscard]] bool ask(std::int64_t instructions, std::size_t words);
    /// As `ask`, for whatever there is besides prefixes. False if there is nothing.
    [[nodiscard]] bool askRest();
    /// Only part of the search was asked for.
    [[nodiscard]] bool isToBeChecked() const { return m_isToBeChecked; }

    /// The FTS5 query, once it was asked; lives as long as this object.
    [[nodiscard]] const std::string& words() const { return m_words; }
    /// A session's newest matches with after < seq < before, at most this many. Once it was asked.
    [[nodiscard]] std::vector<session::EventSeq> read(SessionNumber session, session::EventSeq after,
                                                      session::EventSeq before, std::size_t most);

private:
    [[nodiscard]] search::TextQuery rest() const;
    [[nodiscard]] bool isWithin(const search::TextQuery& query, std::int64_t instructions, std::size_t most);
    [[nodiscard]] bool spellOut(search::TextQuery& part, std::size_t words);
    void begin(const search::TextQuery& query);
    void readDownTo(std::int64_t after, std::int64_t before, std::size_t most);
    [[nodiscard]] std::vector<session::EventSeq> readPart(std::int64_t after, std::int64_t before, std::size_t most);
    [[nodiscard]] bool hasAny(SessionNumber session);

    Connection& m_connection;
    StatementInterrupter& m_interruption;
    const search::TextQuery& m_query;
    const SearchEffort& m_effort;
    bool m_isToBeChecked = false;
    bool m_isDear = false; ///< each query would merge many words anew: one covers all sessions
    std::string m_words;   ///< the FTS5 query for them
    std::unique_ptr<Query> m_places;
    std::vector<std::int64_t> m_read;             ///< of m_places, from the newest session down
    std::int64_t m_readTo = INT64_MAX;            ///< everything from here on has been read
    std::set<std::int64_t> m_withPlaces;          ///< sessions
    std::map<std::int64_t, std::int64_t> m_empty; ///< sessions without matches: the first of a row of them, by the last
};

/// A session's events, from first to last, that were not searched, or not to their end.
struct UnsearchedRange
{
    SessionNumber session;
    session::SessionId id;
    session::EventSeq first;
    session::EventSeq last;
};

/// What the sessions of one page share.
struct SearchPage
{
    Connection& connection;
    StatementInterrupter& interruption;
    const search::TextQuery& query;
    const session::SearchTerms& terms;
    const SearchEffort& effort;
    IndexMatches index;
    /// Events are read from the newest on; or the index is asked for them, if it has them.
    enum class Way { Newest, Index, Reading } way = Way::Reading;
    std::int64_t eventsRead = 0;
    std::int64_t eventsFound = 0; ///< among those
    std::vector<UnsearchedRange> notSearched = {};
    bool isIndexDamaged = false; ///< then the log is read
    std::optional<std::vector<std::int64_t>> cutEvents =
        {}; ///< of all sessions, in order: those that `isCut` in the index
};
/// What `ask` asks of the index decides how to go on; if that is damaged, by reading.
void askIndex(SearchPage& page, const std::function<SearchPage::Way()>& ask);

/// A match in a session: an event with its times.
struct EventHit
{
    session::EventSeq seq;
    session::Timestamp latestTime; ///< it is ordered by this, which never falls with seq
    session::Timestamp time;
};

/// The part of a session's log that is searched: after < seq < before.
struct SearchWindow
{
    session::EventSeq after;
    session::EventSeq before;
    session::EventSeq indexed; ///< the index has it up to here
    session::EventSeq end;     ///< a message is searched as it was here
};

/// One session's matches, newest first, read on demand. Throws SQLite::Exception. Thread: the connection's, inside the
/// one read transaction of its page.
class SessionHits
{
public:
    SessionHits(SearchPage& page, SessionNumber session, session::SessionId id, SearchWindow part);

    [[nodiscard]] SessionNumber session() const { return m_session; }
    [[nodiscard]] const session::SessionId& id() const { return m_id; }
    /// The newest that was not taken yet; null if there is none.
    [[nodiscard]] const EventHit* newest();
    void take() { m_waiting.pop_front(); }
    /// How its events are read.
    [[nodiscard]] GrowthView view() const
    {
        return {GrowthView::Way::Read, m_part.end,
                m_page.effort.isLongTextRead ? SIZE_MAX : search::longestSearchedText};
    }

private:
    [[nodiscard]] bool isAtEnd() const { return m_before <= m_part.after.next(); }
    void readOn();
    void readEvents(session::EventSeq after);
    void readIndex();
    /// It is found through a later growth of its message.
    [[nodiscard]] bool isPassed(session::EventSeq seq);
    [[nodiscard]] bool isFound(session::EventSeq seq);
    [[nodiscard]] bool isMatch(session::EventSeq seq);
    void add(session::EventSeq seq);
    /// Whether the words of an event whose beginning does not match are in the rest of it.
    [[nodiscard]] bool isFoundInRest(session::EventSeq seq);
    /// Of the events with first ≤ seq < before that the index has only the beginning of, those with a match in the
    /// rest.
    [[nodiscard]] std::vector<session::EventSeq> foundInRest(session::EventSeq first, session::EventSeq before,
                                                             const std::vector<session::EventSeq>& found);
    /// The events of that part that the index has only the beginning of.
    [[nodiscard]] std::vector<session::EventSeq> cutEvents(session::EventSeq first, session::EventSeq before);
    /// These were not searched, or not to their end.
    void leave(session::EventSeq first, session::EventSeq last);
    void leaveCut(session::EventSeq first, session::EventSeq before, const std::vector<session::EventSeq>& found);

    SearchPage& m_page;
    SessionNumber m_session;
    session::SessionId m_id;
    SearchWindow m_part;
    session::EventSeq m_before; ///< everything from here on was searched
    std::deque<EventHit> m_waiting;
    std::int64_t m_piece = 8; ///< how many events to read next
    std::size_t m_places = 4; ///< how many to ask the index for next
};

} // namespace quarterdeck::storage::sqlite
