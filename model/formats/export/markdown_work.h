#pragma once

#include <string_view>

namespace quarterdeck::formats::html {

/// How much work a text would make cmark-gfm, counted before it is read: some texts take it the square of their size.
/// Each count is an upper bound, so a text that passes is read in some tenths of a second.

/// Its brackets, unfinished tags or nested blocks (`![[]()`, `<?`, `> ` again and again) would.
[[nodiscard]] bool makesTooMuchOfInlines(std::string_view markdown);

/// Its tables would, or what looks like the beginning of one: rows of many cells, and a line below a long paragraph.
/// Every row is padded to the table's width, too, so a short text could demand millions of cells.
[[nodiscard]] bool makesTooMuchOfTables(std::string_view markdown);

/// Two characters of Markdown may refer to a definition of thousands: tells whether the reference links could become so
/// long in total that the text is better shown as written. Takes time linear in the text.
[[nodiscard]] bool exceedsReferenceLimit(std::string_view markdown);

} // namespace quarterdeck::formats::html
