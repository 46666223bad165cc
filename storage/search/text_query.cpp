#include "search/text_query.h"

#include "search/words.h"

#include <algorithm>

namespace quarterdeck::storage::search {

namespace {

bool holds(const std::vector<std::string>& words, const std::string& wanted, bool isPrefix)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return isPrefix ? word.starts_with(wanted) : word == wanted; });
}

std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (const char character : text) {
        if (character == '"')
            result += '"';
        // SQLite reads a query up to the first zero.
        result += character == '\0' ? ' ' : character;
    }
    return result + '"';
}

} // namespace

TextQuery::TextQuery(const std::vector<session::SearchPhrase>& phrases)
{
    for (const session::SearchPhrase& one : phrases) {
        Phrase phrase{one.text, {}, one.isPrefix};
        readWords(one.text, Purpose::Query, [&](const Word& word) {
            phrase.words.emplace_back(word.text);
            return true;
        });
        if (!phrase.words.empty())
            m_phrases.push_back(std::move(phrase));
    }
}

std::string TextQuery::fts5() const
{
    std::string query;
    for (const Phrase& phrase : m_phrases) {
        if (!query.empty())
            query += " AND ";
        query += quoted(phrase.text);
        if (phrase.isPrefix)
            query += " *";
    }
    return query;
}

bool TextQuery::isAt(const Phrase& phrase, const Places& places, std::size_t from)
{
    for (std::size_t i = 0; i < phrase.words.size(); ++i) {
        const bool isLast = i + 1 == phrase.words.size();
        if (!holds(places[from + i], phrase.words[i], isLast && phrase.isPrefix))
            return false;
    }
    return true;
}

bool TextQuery::matches(std::string_view document) const
{
    if (isEmpty())
        return false;
    Places places;
    readWords(document, Purpose::Document, [&](const Word& word) {
        if (!word.isColocated)
            places.emplace_back();
        places.back().emplace_back(word.text);
        return true;
    });
    return std::all_of(m_phrases.begin(), m_phrases.end(), [&](const Phrase& phrase) {
        for (std::size_t from = 0; from + phrase.words.size() <= places.size(); ++from) {
            if (isAt(phrase, places, from))
                return true;
        }
        return false;
    });
}

} // namespace quarterdeck::storage::search
