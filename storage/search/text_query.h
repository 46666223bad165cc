#pragma once

#include "search/document.h"
#include "session/search.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::search {

using session::TextRange;

/// So many words of a phrase are looked for: each is looked up by itself, and somebody may paste a book. What has these
/// in a row is what was meant.
inline constexpr std::size_t mostWords = 64;

/// What is looked for as the words of the index. A value; any thread.
class TextQuery
{
public:
    /// Asks for nothing.
    TextQuery() = default;
    /// In the text alone. Phrases without words ask for nothing and are left out.
    explicit TextQuery(const std::vector<session::SearchPhrase>& phrases);
    /// In every part; the times are left to the caller.
    explicit TextQuery(const session::SearchTerms& terms);

    /// Nothing is asked for, so nothing is found.
    [[nodiscard]] bool isEmpty() const { return m_phrases.empty() && !m_isAnything; }
    /// Its phrases, each by itself: what all of them find is what it finds.
    [[nodiscard]] std::vector<TextQuery> parts() const;
    /// Asks for this, too.
    void add(const TextQuery& other);
    /// Whether a phrase ends in a word that may go on: an index must be asked for every word that begins so, which may
    /// be most of what there is.
    [[nodiscard]] bool hasPrefix() const;
    /// Of one of `parts` that has a prefix: the word that may go on.
    [[nodiscard]] std::string beginning() const { return m_phrases.front().words.back(); }
    /// The same part asks for these words in its place, and has no prefix any more: all that begin so, as an index has
    /// them. For asking an index; `matches` and `placesIn` are the other's.
    void endWith(std::vector<std::string> words);
    /// The same in FTS5's language, for a table of `partNames` that reads words by `readWords`. Every text stands
    /// quoted.
    [[nodiscard]] std::string fts5() const;
    /// Whether FTS5 would find the document.
    [[nodiscard]] bool matches(const Document& document) const;
    /// Where the phrases that are looked for in the text stand in this one, in order, without overlaps; the first
    /// `limit`.
    [[nodiscard]] std::vector<TextRange> placesIn(std::string_view text, std::size_t limit) const;

private:
    struct Phrase
    {
        Part part = Part::Text;
        std::string text;
        std::vector<std::string> words;
        bool isPrefix = false;
        std::size_t lastWord = 0;         ///< where the last one begins in the text
        std::vector<std::string> endings; ///< one of them stands in the last one's place; none: it itself does
    };
    struct PlacedWord
    {
        std::string text;
        TextRange range;
    };
    /// The words at each place of a text: those beside each other count once.
    using Places = std::vector<std::vector<PlacedWord>>;
    [[nodiscard]] static Places placesOf(std::string_view text);
    /// In FTS5's language, without its part.
    [[nodiscard]] static std::string wordsOf(const Phrase& phrase);
    /// What of the text it is, if it stands there.
    [[nodiscard]] static std::optional<TextRange> rangeAt(const Phrase& phrase, const Places& places, std::size_t from);
    /// Whether the text has all phrases that are looked for in that part.
    [[nodiscard]] bool isIn(Part part, std::string_view text) const;
    void add(Part part, const session::SearchPhrase& wanted);
    void add(Part part, const std::vector<session::SearchPhrase>& wanted);

    std::vector<Phrase> m_phrases;
    bool m_isAnything = false; ///< whatever says something to somebody
};

} // namespace quarterdeck::storage::search
