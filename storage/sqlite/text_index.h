#pragma once

#include "search/document.h"
#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// The words of all complete sessions, by event. Derived from the log: it may lag, which readers make up for, and it is
/// made anew when words are read in another way. So it is no part of the schema's version. Every function throws
/// SQLite::Exception. Thread: writer.
class TextIndex
{
public:
    explicit TextIndex(Connection& connection) : m_connection(connection) { }

    /// Makes the tables where they are missing or of another way to read words. Inside a transaction of the caller.
    static void prepare(Connection& connection);

    /// Its log ends there now.
    void note(SessionNumber session, session::EventSeq lastSeq);
    /// It is hidden: nothing more of it is indexed.
    void forget(SessionNumber session) { m_tails.erase(session.value); }
    /// Puts an event's words in, of a session that is indexed so far. Inside a transaction of the caller.
    static void add(Connection& connection, std::int64_t event, const search::Document& document);
    /// Takes an event's words out, which must be those that went in. Inside a transaction of the caller.
    static void forget(Connection& connection, std::int64_t event, const search::Document& document);
    /// Indexes the next few events, at most some milliseconds of work, in a transaction of its own. What cannot be read
    /// because a page is wrong is passed over. False when nothing was left to do.
    bool indexSlice();
    /// The transaction was rolled back: read again what is there.
    void forgetAll() { m_isRead = false; }
    /// Events that are not indexed yet, about.
    [[nodiscard]] std::int64_t tail();

private:
    struct Tail
    {
        session::EventSeq indexed;
        session::EventSeq last;
    };
    void readTails();
    /// What the next transaction adds.
    struct Slice
    {
        session::EventSeq end; ///< dealt with, up to here
        std::vector<std::pair<session::EventSeq, search::Document>> documents;
    };
    [[nodiscard]] Slice readSlice(SessionNumber session, const Tail& tail);
    [[nodiscard]] session::EventSeq readableAfter(SessionNumber session, const Tail& tail);

    Connection& m_connection;
    std::map<std::int64_t, Tail> m_tails; ///< of sessions (by number) that lag
    bool m_isRead = false;
};

/// Events of complete sessions that are not indexed yet.
[[nodiscard]] std::int64_t indexLag(Connection& connection);
/// Whether there is an index of the words that this program reads.
[[nodiscard]] bool hasUsableIndex(Connection& connection);
/// Up to where a session is indexed; 0 where there is no index, or one of other words.
[[nodiscard]] session::EventSeq indexedUpTo(Connection& connection, SessionNumber session);

} // namespace quarterdeck::storage::sqlite
