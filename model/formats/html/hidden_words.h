#pragma once

#include <cmark-gfm.h>
#include <string>
#include <string_view>

namespace quarterdeck::formats::html {

// What the reader of Markdown leaves out of its document is shown, as in the window: nothing that was written is
// hidden.

/// The text in which the definitions that no link of it uses are words, so that they stand as they were written.
/// `document`: the text as it was read. In time that grows with the text.
[[nodiscard]] std::string withUnusedDefinitions(std::string_view markdown, cmark_node* document);
/// Cells for which the head of their table has no column stand in the row's last one. `markdown`: of which the document
/// was read.
void showMoreCells(std::string_view markdown, cmark_node* document);

} // namespace quarterdeck::formats::html
