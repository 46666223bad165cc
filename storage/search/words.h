#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace quarterdeck::storage::search {

/// What the words are read for. A document's Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese gives overlapping
/// pairs and each character (also a mark, where vowels are some) beside its pair; a query's gives the pairs only, or a
/// character that stands alone. So it is with signs of a name: a document's C++ gives "c" and "c++", its .NET "net" and
/// ".net"; a query's what was typed only.
enum class Purpose { Document, Query };

struct Word
{
    /// Folded: composed, without case, accents, widths and what is not seen; valid until the next.
    std::string_view text;
    std::size_t begin = 0; ///< bytes of the text that it stands for
    std::size_t end = 0;
    bool isColocated = false; ///< stands at the same place as the word before
    bool mayGoOn = false;     ///< of letters: longer words may begin with it; pairs, characters and symbols are whole
};

/// Whether to go on.
using TakeWord = std::function<bool(const Word&)>;

/// Bump when the same event would give other words, by this or by `documentOf`: the index is then made anew. Else it
/// could not forget them.
inline constexpr int wordsVersion = 10;

/// Reads the words of an UTF-8 text from left to right: letters and digits in a row, by Unicode, with a +, ++ or #
/// behind them or a dot before them; pairs as above; every symbol that is no letter (an emoji) by itself. Bytes that
/// are no UTF-8 part words; soft hyphens, joiners and other signs that are not seen part none. Marks that are letters,
/// as the vowels of India's scripts, are no accents. The page marks by the same rules (find/pattern.ts). The index, the
/// search in what is not indexed yet and the search in memory all find by these words, so they find the same. Thread:
/// any.
void readWords(std::string_view text, Purpose purpose, const TakeWord& take);

} // namespace quarterdeck::storage::search
