#pragma once

#include "ui/transcript/page_listener.h"
#include "ui/transcript/transcript_view.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace quarterdeck::ui::transcript {

/// The line at the view's upper edge, if that cuts a row.
struct LineAtTop
{
    std::int64_t ordinal = 0; ///< the row's
    LineInRow line;
};

/// "start", "center" or "end", as the page's contract has it.
[[nodiscard]] const char* wordFor(Align align);
/// "copyMarkdown", "copyPlain", "written" or "save".
[[nodiscard]] const char* wordFor(RowCommand deed);
/// The line is included if it is in the row at the upper edge.
[[nodiscard]] ScrollPosition scrollPosition(const Anchor& anchor, const std::optional<LineAtTop>& line);
/// `anchor` of the page's contract; with the line, if it is in the row at the upper edge.
[[nodiscard]] nlohmann::json anchorJson(const Anchor& anchor, const std::optional<LineAtTop>& line);

} // namespace quarterdeck::ui::transcript
