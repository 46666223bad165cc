#pragma once

#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/search/search_effort.h"
#include "storage/search/text_query.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/statement_interrupter.h"

#include <cstdint>
#include <map>
#include <memory>
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

} // namespace quarterdeck::storage::sqlite
