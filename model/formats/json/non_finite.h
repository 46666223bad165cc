#pragma once

#include <array>
#include <string_view>

namespace quarterdeck::formats {

/// The numbers that Python's json writes and JSON lacks.
inline constexpr std::array<std::string_view, 3> nonFinite = {"-Infinity", "Infinity", "NaN"};

} // namespace quarterdeck::formats
