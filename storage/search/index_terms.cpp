#include "storage/search/index_terms.h"

#include "storage/search/search_token.h"
#include "storage/sqlite/query.h"

namespace quarterdeck::storage::sqlite {

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

} // namespace quarterdeck::storage::sqlite
