#pragma once

#include "model/session/search.h"
#include "storage/search/document.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::search {

using session::TextRange;

/// How many words of a phrase are searched for: each is looked up separately, and somebody may paste a book. A text
/// that has these in a row is the one that was meant.
inline constexpr std::size_t mostWords = 64;

/// A search as words of the index. A value; any thread.
class TextQuery
{
public:
    /// Asks for nothing.
    TextQuery() = default;
    /// In the text alone. Phrases without words ask for nothing and are left out.
    explicit TextQuery(const std::vector<session::SearchPhrase>& phrases);
    /// In every part; times are left to the caller.
    explicit TextQuery(const session::SearchTerms& terms);

    /// Nothing is asked for, so nothing is found.
    [[nodiscard]] bool isEmpty() const { return m_phrases.empty() && !m_isAnything; }
    /// Its phrases separately: it finds what all of them find.
    [[nodiscard]] std::vector<TextQuery> parts() const;
    /// Asks for this, too.
    void add(const TextQuery& other);
    /// Whether a phrase ends in a word that may continue: an index must then be asked for every word with that
    /// beginning, which may be most of its content.
    [[nodiscard]] bool hasPrefix() const;
    /// For one of `parts` that has a prefix: the word that may continue.
    [[nodiscard]] std::string beginning() const { return m_phrases.front().words.back(); }
    /// Replaces the prefix of such a part by these words: all that begin so, according to an index. Only for asking an
    /// index; `matches` and `placesIn` still use the prefix.
    void endWith(std::vector<std::string> words);
    /// The same as an FTS5 query, for a table of `partNames` whose words are read by `splitIntoTokens`. All text is
    /// quoted.
    [[nodiscard]] std::string fts5() const;
    /// Whether FTS5 would find the document.
    [[nodiscard]] bool matches(const Document& document) const;
    /// Where the phrases searched for in the text occur in this one, in order, without overlaps; the first `limit`.
    [[nodiscard]] std::vector<TextRange> placesIn(std::string_view text, std::size_t limit) const;

private:
    struct Phrase
    {
        Part part = Part::Text;
        std::string text;
        std::vector<std::string> words;
        bool isPrefix = false;
        std::size_t lastWord = 0;         ///< where the last one begins in the text
        std::vector<std::string> endings; ///< the last one may be any of these; none: it must be itself
    };
    struct PlacedWord
    {
        std::string text;
        TextRange range;
    };
    /// The words at each position of a text; alternatives share a position.
    using Places = std::vector<std::vector<PlacedWord>>;
    [[nodiscard]] static Places placesOf(std::string_view text);
    /// As an FTS5 expression, without its part.
    [[nodiscard]] static std::string wordsOf(const Phrase& phrase);
    /// The range of the text it covers, if it occurs there.
    [[nodiscard]] static std::optional<TextRange> rangeAt(const Phrase& phrase, const Places& places, std::size_t from);
    /// Whether the text has all phrases searched for in that part.
    [[nodiscard]] bool isIn(Part part, std::string_view text) const;
    void add(Part part, const session::SearchPhrase& wanted);
    void add(Part part, const std::vector<session::SearchPhrase>& wanted);

    std::vector<Phrase> m_phrases;
    bool m_isAnything = false; ///< anything that says something to somebody
};

/// A line of text: white space and controls become single blanks, and "…" marks cuts.
struct Excerpt
{
    std::string line;
    std::vector<TextRange> marks; ///< the matches in the line
    friend bool operator==(const Excerpt&, const Excerpt&) = default;
};

/// Around the first match; without one, the beginning of the text.
[[nodiscard]] Excerpt excerptOf(std::string_view text, const TextQuery& query);

} // namespace quarterdeck::storage::search
