#pragma once

#include "search/text_query.h"

#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::search {

/// A line of a text: white space and controls are single blanks, "…" stands where it is cut.
struct Excerpt
{
    std::string line;
    std::vector<TextRange> marks; ///< what was looked for, in the line
    friend bool operator==(const Excerpt&, const Excerpt&) = default;
};

/// Around the first place where the text has what is looked for; its beginning where it has none.
[[nodiscard]] Excerpt excerptOf(std::string_view text, const TextQuery& query);

} // namespace quarterdeck::storage::search
