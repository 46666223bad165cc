#pragma once

#include "search/text_query.h"
#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"
#include "sqlite/interruption.h"
#include "sqlite/search_effort.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// Where the index has what is looked for, by session. Beginnings of words that stand in too many places are not asked
/// for: what the other phrases find is then to be checked. Throws SQLite::Exception. Thread: the connection's, inside
/// the one read transaction of a page.
class IndexPlaces
{
public:
    IndexPlaces(Connection& connection, Interruption& interruption, const search::TextQuery& query,
                const SearchEffort& effort);

    /// Tries with so many words for each beginning of one; where there are more, with so many instructions for all
    /// beginnings, but no less than a glance for each. False: what it would have to ask for is too much, or finds so
    /// much that reading the newest events finds it sooner.
    [[nodiscard]] bool ask(std::int64_t instructions, std::size_t words);
    /// As `ask`, for whatever else than beginnings there is to ask for. False when there is nothing.
    [[nodiscard]] bool askRest();
    /// Only a part of what is looked for was asked for.
    [[nodiscard]] bool isToBeChecked() const { return m_isToBeChecked; }

    /// What is asked for, in FTS5's language. After it was asked; it stays as long as this.
    [[nodiscard]] const std::string& words() const { return m_words; }
    /// The newest of a session with after < seq < before, at most so many. After it was asked.
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
    Interruption& m_interruption;
    const search::TextQuery& m_query;
    const SearchEffort& m_effort;
    bool m_isToBeChecked = false;
    bool m_isDear = false; ///< each asking would merge many words anew: one goes over all sessions
    std::string m_words;   ///< that are asked for, in FTS5's language
    std::unique_ptr<Query> m_places;
    std::vector<std::int64_t> m_read;             ///< of m_places, from the newest session down
    std::int64_t m_readTo = INT64_MAX;            ///< all from here on are read
    std::set<std::int64_t> m_withPlaces;          ///< sessions
    std::map<std::int64_t, std::int64_t> m_empty; ///< sessions without a place: the first by the last of a row of them
};

} // namespace quarterdeck::storage::sqlite
