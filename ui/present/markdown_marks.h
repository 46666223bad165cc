#pragma once

#include "session/search.h"

#include <string_view>
#include <vector>

namespace quarterdeck::ui::present {

/// What only marks up in a line of Markdown, in order: asterisks around words, struck words, marks of code and of
/// headings, rules of tables. Not a reader of Markdown: what may as well be meant (2 * 3, __init__, a lone #3) stays.
[[nodiscard]] std::vector<session::TextRange> markdownMarks(std::string_view line);

} // namespace quarterdeck::ui::present
