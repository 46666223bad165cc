#pragma once

#include <cstdint>
#include <vector>

/// Positions of grid lines. Pure.
namespace quarterdeck::ui {

/// Multiples of 1, 2 or 5 times a power of ten from 0 to the first one that is not below `top`; about `wanted` of them.
[[nodiscard]] std::vector<double> valueTicks(double top, int wanted);

/// Whole seconds, minutes, hours or days on the clock between the two times (ms since the epoch, in local time:
/// `offsetMs` from UTC); at most `most`.
[[nodiscard]] std::vector<std::int64_t> timeTicks(std::int64_t from, std::int64_t to, std::int64_t offsetMs, int most);

/// Whether two of these ticks would have the same label in hours and minutes.
[[nodiscard]] bool needSeconds(const std::vector<std::int64_t>& ticks);

} // namespace quarterdeck::ui
