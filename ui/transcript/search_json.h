#pragma once

#include "ui/transcript/transcript_view.h"

#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::ui::transcript {

/// `Search` of the page's contract. `isToReveal`: its place in the selected row should be scrolled into view.
[[nodiscard]] nlohmann::json searchJson(const Search& search, int generation, bool isToReveal);

} // namespace quarterdeck::ui::transcript
