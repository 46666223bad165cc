#pragma once

#include "storage/search/text_query.h"

#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::search {

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
