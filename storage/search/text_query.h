#pragma once

#include "search/document.h"
#include "session/search.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::search {

using session::TextRange;

/// What is looked for as the words of the index. A value; any thread.
class TextQuery
{
public:
    /// In the text alone. Phrases without words ask for nothing and are left out.
    explicit TextQuery(const std::vector<session::SearchPhrase>& phrases);
    /// In every part; the times are left to the caller.
    explicit TextQuery(const session::SearchTerms& terms);

    /// Nothing is asked for, so nothing is found.
    [[nodiscard]] bool isEmpty() const { return m_phrases.empty(); }
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
    };
    struct PlacedWord
    {
        std::string text;
        TextRange range;
    };
    /// The words at each place of a text: those beside each other count once.
    using Places = std::vector<std::vector<PlacedWord>>;
    [[nodiscard]] static Places placesOf(std::string_view text);
    /// What of the text it is, if it stands there.
    [[nodiscard]] static std::optional<TextRange> rangeAt(const Phrase& phrase, const Places& places, std::size_t from);
    void add(Part part, const session::SearchPhrase& wanted);
    void add(Part part, const std::vector<session::SearchPhrase>& wanted);

    std::vector<Phrase> m_phrases;
};

} // namespace quarterdeck::storage::search
