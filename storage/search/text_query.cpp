#include "storage/search/text_query.h"

#include "model/conversation/text.h"
#include "storage/search/search_token.h"

#include <algorithm>
#include <optional>
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

namespace utf8 = conversation::utf8;

namespace {

constexpr std::size_t bytesBefore = 48; ///< of what was found: the line shall show it also where it is short
constexpr std::size_t bytesInAll = 240;
constexpr std::size_t mostMarks = 8;

bool isControl(char byte)
{
    const auto value = static_cast<unsigned char>(byte);
    return value < 0x20 || value == 0x7f;
}

/// Where the line starts: some way before the place, preferably at the start of a word.
std::size_t startBefore(std::string_view text, std::size_t place)
{
    if (place <= bytesBefore)
        return 0;
    std::size_t start = place - bytesBefore;
    while (start < place && utf8::isContinuation(text[start]))
        ++start;
    for (std::size_t at = start; at < place; at += utf8::lengthAt(text, at)) {
        if (const std::size_t space = utf8::spaceAt(text, at))
            return std::min(at + space, place);
    }
    return start;
}

/// Writes one line of the text, and where the marks are in it.
class LineWriter
{
public:
    LineWriter(std::string_view text, const std::vector<TextRange>& places) : m_text(text), m_places(places) { }

    Excerpt write(std::size_t start)
    {
        if (start > 0)
            m_excerpt.line = "…";
        for (m_at = start; m_at < m_text.size() && m_excerpt.line.size() < bytesInAll;)
            takeCharacter();
        endMark();
        if (m_at < m_text.size())
            m_excerpt.line += "…";
        return std::move(m_excerpt);
    }

private:
    void takeCharacter()
    {
        if (m_next < m_places.size() && m_at >= m_places[m_next].end)
            endMark();
        if (const std::size_t code = ansiEscapeAt(m_text, m_at)) {
            m_isBlankDue = m_isBlankDue || (terminalLookAt(m_text, m_at) == 0 && !m_excerpt.line.empty());
            m_at += code;
            return;
        }
        const std::size_t space = utf8::spaceAt(m_text, m_at);
        if (space > 0 || isControl(m_text[m_at])) {
            m_isBlankDue = !m_excerpt.line.empty();
            m_at += std::max<std::size_t>(space, 1);
            return;
        }
        if (std::exchange(m_isBlankDue, false))
            m_excerpt.line += ' ';
        if (m_next < m_places.size() && m_at >= m_places[m_next].begin && !m_markedFrom)
            m_markedFrom = m_excerpt.line.size();
        const std::size_t length = utf8::lengthAt(m_text, m_at);
        m_excerpt.line += m_text.substr(m_at, length);
        m_at += length;
    }

    void endMark()
    {
        if (m_markedFrom)
            m_excerpt.marks.push_back({*m_markedFrom, m_excerpt.line.size()});
        m_markedFrom.reset();
        while (m_next < m_places.size() && m_at >= m_places[m_next].end)
            ++m_next;
    }

    std::string_view m_text;
    const std::vector<TextRange>& m_places;
    std::size_t m_at = 0;
    std::size_t m_next = 0; ///< of the places
    std::optional<std::size_t> m_markedFrom;
    bool m_isBlankDue = false;
    Excerpt m_excerpt;
};

} // namespace

Excerpt excerptOf(std::string_view text, const TextQuery& query)
{
    const std::vector<TextRange> places = query.placesIn(text, mostMarks);
    return LineWriter(text, places).write(places.empty() ? 0 : startBefore(text, places.front().begin));
}

} // namespace quarterdeck::storage::search
