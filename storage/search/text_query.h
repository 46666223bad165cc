#pragma once

#include "session/search.h"

#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::search {

/// Phrases as the words of the index. A value; any thread.
class TextQuery
{
public:
    /// Phrases without words ask for nothing and are left out.
    explicit TextQuery(const std::vector<session::SearchPhrase>& phrases);

    /// Nothing is asked for, so nothing is found.
    [[nodiscard]] bool isEmpty() const { return m_phrases.empty(); }
    /// The same in FTS5's language, for a table that reads words by `readWords`. Every text stands quoted.
    [[nodiscard]] std::string fts5() const;
    /// Whether FTS5 would find a document of this text.
    [[nodiscard]] bool matches(std::string_view document) const;

private:
    struct Phrase
    {
        std::string text;
        std::vector<std::string> words;
        bool isPrefix = false;
    };
    /// The words at each place of a document: those beside each other count once.
    using Places = std::vector<std::vector<std::string>>;
    [[nodiscard]] static bool isAt(const Phrase& phrase, const Places& places, std::size_t from);

    std::vector<Phrase> m_phrases;
};

} // namespace quarterdeck::storage::search
