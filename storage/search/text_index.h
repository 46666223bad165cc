#pragma once

#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/search/document.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/sqlite_errors.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// Registers the FTS5 tokenizer "quarterdeck" (storage/search/search_token.h) with this connection; without it no
/// statement on a text index can be prepared. Throws SQLite::Exception.
void registerTokenizer(SQLite::Database& database);

/// The words of all complete sessions, by event. Derived from the log: it may lag, which readers make up for, and it is
/// rebuilt when words are read in another way, or when it is damaged. So it is not part of the schema's version. Every
/// function throws SQLite::Exception. Thread: writer.
class TextIndex
{
public:
    explicit TextIndex(Connection& connection) : m_connection(connection) { }

    /// Creates the tables if they are missing or use another way of reading words; if a page of the old ones is
    /// damaged, there is no index then. In a transaction of its own.
    static void prepare(Connection& connection);

    /// Something in it is wrong.
    void doubt() { m_isDoubted = true; }
    /// A reader says so, perhaps about an index that has been replaced.
    void suspect() { m_isDoubted = m_isDoubted || !m_isMadeAnew; }
    void trust() { m_isDoubted = false; }
    [[nodiscard]] bool isDoubted() const { return m_isDoubted; }
    /// After a doubt: rebuilds it, in a transaction of its own. Repeated damage is no fault of the index: then there is
    /// none until the next opening.
    void rebuildIndex();

    /// Its log now ends there.
    void note(SessionNumber session, session::EventSeq lastSeq);
    /// It is hidden: nothing more of it is indexed.
    void forget(SessionNumber session);
    /// What is known of an event being written, without its place: if there is room to keep it, it is not read again.
    void keep(std::int64_t event, std::shared_ptr<const search::Document> document);
    /// Adds an event's words, of a session that is indexed up to it. Inside the caller's transaction.
    static void add(Connection& connection, std::int64_t event, const search::Document& document);
    /// Removes an event's words, which must be those that were added. Inside the caller's transaction. Throws
    /// IndexDamage.
    static void forget(Connection& connection, std::int64_t event, const search::Document& document);
    /// Indexes the next few events, at most some milliseconds of work, in a transaction of its own. Events on damaged
    /// pages are skipped. False if nothing was left to do.
    bool indexSlice();
    /// The transaction was rolled back: what is there must be read again.
    void forgetAll()
    {
        m_isRead = false;
        m_kept.clear();
    }
    /// Roughly how many events are not indexed yet.
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
        session::EventSeq end; ///< done up to here
        std::vector<std::pair<session::EventSeq, search::Document>> documents;
    };
    [[nodiscard]] Slice readSlice(SessionNumber session, const Tail& tail);
    [[nodiscard]] session::EventSeq readableAfter(SessionNumber session, const Tail& tail);

    Connection& m_connection;
    std::map<std::int64_t, Tail> m_tails;                                   ///< of sessions (by number) that lag
    std::map<std::int64_t, std::shared_ptr<const search::Document>> m_kept; ///< by event
    bool m_isRead = false;
    bool m_isUsable = true; ///< when the tails were read
    bool m_isDoubted = false;
    bool m_isMadeAnew = false;
    bool m_isGivenUp = false;
};

/// The damage is in the index, and not in what it was made from.
class IndexDamage final : public SQLite::Exception
{
public:
    explicit IndexDamage(const SQLite::Exception& failure) : SQLite::Exception(failure) { }
};

/// Runs `work`, which touches only the index. So does the end of a transaction: it finds nothing else damaged.
template <typename Work>
void onIndex(Work&& work)
{
    try {
        std::forward<Work>(work)();
    } catch (const SQLite::Exception& failure) {
        if (isDamage(failure))
            throw IndexDamage(failure);
        throw;
    }
}

/// Events of complete sessions that are not indexed yet.
[[nodiscard]] std::int64_t indexLag(Connection& connection);
/// Whether there is an index of the words that this program reads. False if that cannot be read.
[[nodiscard]] bool hasUsableIndex(Connection& connection);
/// Up to where a session is indexed; 0 if there is no index, or one of other words.
[[nodiscard]] session::EventSeq indexedUpTo(Connection& connection, SessionNumber session);
/// Reads the notes about all sessions, so that damage shows at once.
void readProgress(Connection& connection);
/// Reads the whole index. What is wrong with it; empty = nothing, or there is none.
[[nodiscard]] std::string faultsOfIndex(Connection& connection);

} // namespace quarterdeck::storage::sqlite
