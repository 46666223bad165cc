#pragma once

#include "formats/read_limits.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace quarterdeck::formats {

/// One whole JSON value; nothing when it is no JSON or asks for more than the limits. Never throws.
[[nodiscard]] std::optional<nlohmann::json> parseText(std::string_view text, const ReadLimits& limits = {});

} // namespace quarterdeck::formats
