#pragma once

#include "model/session/search.h"

#include <string_view>
#include <vector>

namespace quarterdeck::ui::present {

/// Pure mark-up in a line of Markdown, in order: asterisks around words, strike-through, code and heading marks, table
/// rules. Not a Markdown parser: whatever might be meant literally (2 * 3, __init__, a lone #3) stays.
[[nodiscard]] std::vector<session::TextRange> markdownMarks(std::string_view line);

} // namespace quarterdeck::ui::present
