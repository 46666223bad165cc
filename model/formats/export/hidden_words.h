#pragma once

#include <cmark-gfm.h>
#include <string>
#include <string_view>

namespace quarterdeck::formats::html {

// Shows what the Markdown parser drops from its document, as the window does: nothing that was written is hidden.

/// The text in which definitions that no link uses are turned into words, so that they appear as written. `document`:
/// the parsed text. Takes time linear in the text.
[[nodiscard]] std::string withUnusedDefinitions(std::string_view markdown, cmark_node* document);
/// Cells for which the table's head has no column go into the row's last one. `markdown`: the source of the document.
void showMoreCells(std::string_view markdown, cmark_node* document);

} // namespace quarterdeck::formats::html
