#include "storage/search/text_query.h"

#include "storage/search/search_token.h"

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
        // SQLite reads a query only up to the first zero byte.
        result += character == '\0' ? ' ' : character;
    }
    return result + '"';
}

/// By start, then the longest first; ranges covered by others are dropped.
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
    for (const SearchPhrase& speaker : terms.speakers)
        if (speaker.text == conversation::address::person.str())
            add(Part::Kind, {std::string(userWord), false});
        else
            add(Part::Speaker, speaker);
    add(Part::Chat, terms.chats);
    add(Part::Tool, terms.tools);
    for (const session::SearchKind kind : terms.kinds)
        add(Part::Kind, {std::string(kindWord(kind)), false});
    m_isAnything = m_phrases.empty() && (terms.from || terms.until); // everything of a day
}

std::vector<TextQuery> TextQuery::parts() const
{
    std::vector<TextQuery> parts;
    for (const Phrase& phrase : m_phrases) {
        parts.push_back(TextQuery());
        parts.back().m_phrases.push_back(phrase);
    }
    if (m_isAnything) {
        parts.push_back(TextQuery());
        parts.back().m_isAnything = true;
    }
    return parts;
}

void TextQuery::add(const TextQuery& other)
{
    m_phrases.insert(m_phrases.end(), other.m_phrases.begin(), other.m_phrases.end());
    m_isAnything = m_isAnything || other.m_isAnything;
}

void TextQuery::endWith(std::vector<std::string> words)
{
    m_phrases.front().isPrefix = false;
    m_phrases.front().endings = std::move(words);
}

bool TextQuery::hasPrefix() const { return std::ranges::any_of(m_phrases, &Phrase::isPrefix); }

void TextQuery::add(Part part, const std::vector<SearchPhrase>& wanted)
{
    for (const SearchPhrase& one : wanted)
        add(part, one);
}

void TextQuery::add(Part part, const SearchPhrase& wanted)
{
    Phrase phrase;
    phrase.part = part;
    std::size_t end = 0;
    splitIntoTokens(wanted.text, Purpose::Query, [&](const SearchToken& word) {
        const bool isCut = phrase.words.size() == mostWords;
        phrase.isPrefix = wanted.isPrefix && word.mayGoOn && !isCut;
        if (isCut)
            return false;
        phrase.words.emplace_back(word.text);
        phrase.lastWord = word.begin;
        end = word.end;
        return true;
    });
    phrase.text = wanted.text.substr(0, end);
    if (!phrase.words.empty())
        m_phrases.push_back(std::move(phrase));
}

std::string TextQuery::wordsOf(const Phrase& phrase)
{
    if (phrase.endings.empty())
        return quoted(phrase.text) + (phrase.isPrefix ? " *" : "");
    std::string words;
    for (const std::string& ending : phrase.endings)
        words += (words.empty() ? "(" : " OR ") + quoted(phrase.text.substr(0, phrase.lastWord) + ending);
    return words + ')';
}

std::string TextQuery::fts5() const
{
    std::string query;
    if (m_isAnything) // which is in public or in private
        query = "kind : (" + quoted(std::string(kindWord(session::SearchKind::Public))) + " OR "
            + quoted(std::string(kindWord(session::SearchKind::Private))) + ')';
    for (const Phrase& phrase : m_phrases) {
        if (!query.empty())
            query += " AND ";
        query += partNames[static_cast<std::size_t>(phrase.part)];
        query += " : " + wordsOf(phrase);
    }
    return query;
}

TextQuery::Places TextQuery::placesOf(std::string_view text)
{
    Places places;
    splitIntoTokens(text, Purpose::Document, [&](const SearchToken& word) {
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
        // Prefer a character that stands alone over the pair that it starts, so that less is marked.
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
    if (isEmpty() || (m_isAnything && document[Part::Kind].empty()))
        return false;
    for (std::size_t part = 0; part < partNames.size(); ++part) {
        if (!isIn(static_cast<Part>(part), document[static_cast<Part>(part)]))
            return false;
    }
    return true;
}

bool TextQuery::isIn(Part part, std::string_view text) const
{
    std::vector<const Phrase*> missing; // of one word: they are found without knowing the places
    std::vector<const Phrase*> longer;
    for (const Phrase& phrase : m_phrases)
        if (phrase.part == part)
            (phrase.words.size() == 1 ? missing : longer).push_back(&phrase);
    if (!missing.empty())
        splitIntoTokens(text, Purpose::Document, [&](const SearchToken& word) {
            std::erase_if(missing, [&](const Phrase* phrase) {
                return phrase->isPrefix ? word.text.starts_with(phrase->words[0]) : word.text == phrase->words[0];
            });
            return !missing.empty();
        });
    if (!missing.empty() || longer.empty())
        return missing.empty();
    const Places places = placesOf(text);
    return std::ranges::all_of(longer, [&](const Phrase* phrase) {
        for (std::size_t from = 0; from + phrase->words.size() <= places.size(); ++from) {
            if (rangeAt(*phrase, places, from))
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
