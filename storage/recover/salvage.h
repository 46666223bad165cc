#pragma once

#include "model/session/library.h"
#include "storage/recover/table_tree.h"
#include "storage/sqlite/connection.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace quarterdeck::storage::recover {

/// A row of the list of sessions, as far as it is needed.
struct ListedSession
{
    std::string key;
    std::string title;
    std::string kind;
    std::string source;
    bool isSample = false;
    bool isComplete = true;
    std::int64_t started = 0; ///< distinguishes a session from a later one with the same number
    std::int64_t lastSeq = 0;
};

/// What reading all pages found of one session: its number in the damaged file, and in which reading.
struct FoundSession
{
    std::int64_t reading = 0;
    std::int64_t number = 0;
    ListedSession listed; ///< with only a key if its row is lost
    std::string draft;
    session::SessionLabels labels;
    std::int64_t events = 0;
    std::int64_t lastSeq = 0;    ///< of the events found
    std::int64_t neighbours = 0; ///< events whose predecessor was also found
    bool isListed = {};          ///< its row in the list was found
};

/// What the pages tell of a log beside the file.
struct LogFacts
{
    bool isListIntact = {};   ///< the list of sessions is whole, with the log in place
    bool hasMoreChanges = {}; ///< with it the first page was changed more often than without it
};

/// Collects rows of the schema's tables, recognised by their column types, in the tables of a separate file, since
/// there may be no room where SQLite keeps temporary ones. Throws SQLite::Exception. Thread: one.
class Salvage
{
public:
    /// The connection must not be in a transaction. `place`: of that file, which must not exist yet, and stays.
    Salvage(sqlite::Connection& connection, const std::string& place);

    /// Reads every page in use, and reports the share read so far. Readings are kept apart: one with the log applied,
    /// one without.
    void read(PageFile& file, std::int64_t reading, const std::function<void(double share)>& progressed);
    /// Of sessions with the same key, the one of which more is left. If the log certainly continues from the file
    /// without it, sessions missing from the list do not count: they were deleted.
    [[nodiscard]] std::vector<FoundSession> sessions(const LogFacts& facts);

private:
    using Place = std::pair<std::int64_t, std::int64_t>; ///< reading, number

    /// Complete sessions named in the list, and whatever has events.
    [[nodiscard]] std::map<Place, FoundSession> foundByPlace();
    /// Adds what other rows say about it. False if it is no session that can be named.
    [[nodiscard]] bool complete(FoundSession& session) const;
    void take(const LeafRow& row, std::int64_t reading);
    void takeEvent(const LeafRow& row, const std::string& payload, std::int64_t reading);
    void takePackedEvent(const LeafRow& row, std::int64_t reading);
    void takeSession(const LeafRow& row, std::int64_t reading);
    void takeLabels(const LeafRow& row, std::int64_t reading);
    void takeAttachment(const LeafRow& row);
    [[nodiscard]] std::string keyOf(const Place& place, const ListedSession& listed) const;
    [[nodiscard]] int knowledgeOf(const Place& place) const;
    [[nodiscard]] bool areSame(const Place& one, const Place& other) const;
    [[nodiscard]] bool isNewerList(bool hasMoreChanges) const;
    [[nodiscard]] bool hasUnlistedEvents() const;
    [[nodiscard]] bool isDeleted(const Place& place) const;
    [[nodiscard]] Place namedPlaceOf(const Place& place) const;

    session::ConfinedDatabase m_wall; ///< of the separate file
    sqlite::Connection& m_connection;
    std::map<Place, ListedSession> m_listed;
    std::map<Place, std::string> m_keys; ///< from the list's index
    std::map<Place, std::string> m_drafts;
    std::map<Place, session::SessionLabels> m_labels;
};

} // namespace quarterdeck::storage::recover
