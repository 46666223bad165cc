#pragma once

#include <string_view>

/// How much work a text would make cmark-gfm, counted before it is read: some texts take it the square of their size.
/// Each count is an upper bound, so a text that passes is read in some tenths of a second.
namespace quarterdeck::formats::html {

/// Its brackets, unfinished tags or nested blocks (`![[]()`, `<?`, `> ` again and again) would.
[[nodiscard]] bool makesTooMuchOfInlines(std::string_view markdown);

/// Its tables would, or what looks like the beginning of one: rows of many cells, and a line below a long paragraph.
/// Every row is padded to the table's width, too, so a short text could demand millions of cells.
[[nodiscard]] bool makesTooMuchOfTables(std::string_view markdown);

} // namespace quarterdeck::formats::html
