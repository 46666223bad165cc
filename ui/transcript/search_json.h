#pragma once

#include "ui/transcript/transcript_view.h"

#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::ui::transcript {

/// `Search` of the page's contract.
[[nodiscard]] nlohmann::json searchJson(const Search& search, int generation);

} // namespace quarterdeck::ui::transcript
