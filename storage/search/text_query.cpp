#include "search/text_query.h"

#include "search/words.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::storage::search {

using session::SearchPhrase;

namespace {

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

/// Those that begin earlier first, and of those the longest; what another covers goes.
std::vector<TextRange> inOrder(std::vector<TextRange> ranges, std::size_t limit)
{
    std::ranges::sort(ranges, [](const TextRange& one, const TextRange& other) {
        return std::pair(one.begin, other.end) < std::pair(other.begin, one.end);
    });
    std::vector<TextRange> kept;
    for (const TextRange& range : ranges) {
        if (!kept.empty() && range.begin < kept.back().end) {
            kept.back().end = std::max(kept.back().end, range.end);
            continue;
        }
        if (kept.size() == limit)
            break;
        kept.push_back(range);
    }
    return kept;
}

} // namespace

TextQuery::TextQuery(const std::vector<SearchPhrase>& phrases) { add(Part::Text, phrases); }

TextQuery::TextQuery(const session::SearchTerms& terms)
{
    add(Part::Text, terms.phrases);
    add(Part::Speaker, terms.speakers);
    add(Part::Chat, terms.chats);
    add(Part::Tool, terms.tools);
    for (const session::SearchKind kind : terms.kinds)
        add(Part::Kind, {std::string(kindWord(kind)), false});
    // Everything of a day: everything is "public" or "private".
    if (isEmpty() && (terms.from || terms.until))
        add(Part::Kind, {"p", true});
}

void TextQuery::add(Part part, const std::vector<SearchPhrase>& wanted)
{
    for (const SearchPhrase& one : wanted)
        add(part, one);
}

void TextQuery::add(Part part, const SearchPhrase& wanted)
{
    Phrase phrase{part, wanted.text, {}, wanted.isPrefix};
    readWords(wanted.text, Purpose::Query, [&](const Word& word) {
        phrase.words.emplace_back(word.text);
        return true;
    });
    if (!phrase.words.empty())
        m_phrases.push_back(std::move(phrase));
}

std::string TextQuery::fts5() const
{
    std::string query;
    for (const Phrase& phrase : m_phrases) {
        if (!query.empty())
            query += " AND ";
        query += partNames[static_cast<std::size_t>(phrase.part)];
        query += " : " + quoted(phrase.text);
        if (phrase.isPrefix)
            query += " *";
    }
    return query;
}

TextQuery::Places TextQuery::placesOf(std::string_view text)
{
    Places places;
    readWords(text, Purpose::Document, [&](const Word& word) {
        if (!word.isColocated)
            places.emplace_back();
        places.back().push_back({std::string(word.text), {word.begin, word.end}});
        return true;
    });
    return places;
}

std::optional<TextRange> TextQuery::rangeAt(const Phrase& phrase, const Places& places, std::size_t from)
{
    TextRange range{std::string_view::npos, 0};
    for (std::size_t i = 0; i < phrase.words.size(); ++i) {
        const bool mayGoOn = phrase.isPrefix && i + 1 == phrase.words.size();
        const std::vector<PlacedWord>& words = places[from + i];
        // A character that stands alone before the pair that it begins: less is marked.
        auto found = std::ranges::find(words, phrase.words[i], &PlacedWord::text);
        if (found == words.end() && mayGoOn)
            found = std::ranges::find_if(
                words, [&](const PlacedWord& word) { return word.text.starts_with(phrase.words[i]); });
        if (found == words.end())
            return std::nullopt;
        range = {std::min(range.begin, found->range.begin), found->range.end};
    }
    return range;
}

bool TextQuery::matches(const Document& document) const
{
    std::array<std::optional<Places>, partNames.size()> read;
    return !isEmpty() && std::ranges::all_of(m_phrases, [&](const Phrase& phrase) {
        std::optional<Places>& places = read[static_cast<std::size_t>(phrase.part)];
        if (!places)
            places = placesOf(document[phrase.part]);
        for (std::size_t from = 0; from + phrase.words.size() <= places->size(); ++from) {
            if (rangeAt(phrase, *places, from))
                return true;
        }
        return false;
    });
}

std::vector<TextRange> TextQuery::placesIn(std::string_view text, std::size_t limit) const
{
    const Places places = placesOf(text);
    std::vector<TextRange> found;
    for (const Phrase& phrase : m_phrases) {
        if (phrase.part != Part::Text)
            continue;
        const std::size_t wanted = found.size() + limit;
        for (std::size_t from = 0; from + phrase.words.size() <= places.size() && found.size() < wanted; ++from) {
            if (const std::optional<TextRange> range = rangeAt(phrase, places, from))
                found.push_back(*range);
        }
    }
    return inOrder(std::move(found), limit);
}

} // namespace quarterdeck::storage::search
