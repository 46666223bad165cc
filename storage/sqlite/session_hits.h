#pragma once

#include "search/text_query.h"
#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

#include <deque>
#include <optional>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// What was found of a session: an event with its times.
struct FoundEvent
{
    session::EventSeq seq;
    session::Timestamp latestTime; ///< by which it is ordered; never falls with seq
    session::Timestamp time;
};

/// The part of a session's log that is searched: after < seq < before.
struct SearchedPart
{
    session::EventSeq after;
    session::EventSeq before;
};

/// What is found in one session, newest first, read as it is wanted. Throws SQLite::Exception; inside the one read
/// transaction of its page.
class SessionHits
{
public:
    SessionHits(Connection& connection, SessionNumber session, session::SessionId id, SearchedPart part,
                const search::TextQuery& query, const session::SearchTerms& terms);

    /// Looks through what is not indexed yet, at most so many events of the end; returns how many it looked at.
    std::int64_t searchTail(session::EventSeq indexed, std::int64_t most);
    /// All that the index has of it, the newest first: it is not asked.
    void giveIndexed(const std::vector<session::EventSeq>& seqs);

    [[nodiscard]] SessionNumber session() const { return m_session; }
    [[nodiscard]] const session::SessionId& id() const { return m_id; }
    /// The newest that was not taken yet; null when there is none.
    [[nodiscard]] const FoundEvent* newest();
    void take() { m_waiting.pop_front(); }

private:
    [[nodiscard]] bool isInPart(session::EventSeq seq) const { return m_part.after < seq && seq < m_part.before; }
    void add(session::EventSeq seq);
    void readIndex();

    Connection& m_connection;
    SessionNumber m_session;
    session::SessionId m_id;
    SearchedPart m_part;
    const search::TextQuery& m_query;
    const session::SearchTerms& m_terms;
    std::deque<FoundEvent> m_waiting;
    std::optional<session::EventSeq> m_indexBefore; ///< the index is read down to there; empty = to its end
    std::size_t m_pieces = 4;                       ///< that the index is asked for next
};

} // namespace quarterdeck::storage::sqlite
