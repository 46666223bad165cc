#pragma once

#include "model/session/library.h"
#include "storage/log/event_document.h"
#include "storage/log/event_id.h"
#include "storage/search/index_matches.h"
#include "storage/search/search_effort.h"
#include "storage/search/text_query.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/statement_interrupter.h"

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace quarterdeck::storage::sqlite {

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
    [[nodiscard]] GrowthView view() const { return {GrowthView::Way::Read, m_part.end}; }

private:
    [[nodiscard]] bool isAtEnd() const { return m_before <= m_part.after.next(); }
    void readOn();
    void readEvents(session::EventSeq after);
    void readIndex();
    /// It is found through a later growth of its message.
    [[nodiscard]] bool isPassed(session::EventSeq seq);
    [[nodiscard]] bool isFound(session::EventSeq seq);
    void add(session::EventSeq seq);
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
