#pragma once

#include "model/formats/read_limits.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace quarterdeck::formats {

/// One complete JSON value; empty if it is invalid or exceeds the limits. Never throws.
[[nodiscard]] std::optional<nlohmann::json> parseText(std::string_view text, const ReadLimits& limits = {});

} // namespace quarterdeck::formats
