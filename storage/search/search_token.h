#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace quarterdeck::storage::search {

/// The bytes of the terminal's control sequence (ECMA-48, 5.4: a colour, a move of the cursor) that starts at `at`; 0
/// for anything else. The output of programs is full of them, and whoever reads it sees none.
[[nodiscard]] std::size_t ansiEscapeAt(std::string_view text, std::size_t at);
/// Only if it changes how letters look (a colour, bold): what stands beside it is still one word.
[[nodiscard]] std::size_t terminalLookAt(std::string_view text, std::size_t at);

/// What the words are for. A document's Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese yields overlapping
/// pairs, and each character (also a mark, if vowels are marks) beside its pair; a query's yields only pairs, or a
/// character that stands alone. Likewise for signs in names: a document's C++ yields "c" and "c++", its .NET "net" and
/// ".net"; a query's only what was typed.
enum class Purpose { Document, Query };

struct SearchToken
{
    /// Folded: composed, without case, accents, width and invisible characters; valid until the next.
    std::string_view text;
    std::size_t begin = 0; ///< the text's bytes that it represents
    std::size_t end = 0;
    bool isColocated = false; ///< at the same position as the word before
    bool mayGoOn = false;     ///< letters: longer words may begin with it; pairs, characters and symbols are whole
};

/// Whether to go on.
using TakeWord = std::function<bool(const SearchToken&)>;

/// Bump this when the same event would yield other words, here or in `documentOf`: the index is then rebuilt. Otherwise
/// it could not forget the old ones.
inline constexpr int wordsVersion = 11;

/// Reads the words of a UTF-8 text from left to right: runs of letters and digits, by Unicode, with a +, ++ or # after
/// them or a dot before them; pairs as above; every symbol that is no letter (an emoji) separately. Invalid UTF-8
/// separates words; soft hyphens, joiners, a terminal's colours and other invisible signs do not. Marks that are
/// letters, such as the vowels of India's scripts, are no accents. The page marks by the same rules (find/pattern.ts).
/// The index, the search in what is not indexed yet and the search in memory all use these words, so they find the
/// same. Thread: any.
void splitIntoTokens(std::string_view text, Purpose purpose, const TakeWord& take);

} // namespace quarterdeck::storage::search
