#pragma once

#include <cstdint>
#include <vector>

/// Where the lines of a grid stand. Pure.
namespace quarterdeck::ui {

/// Multiples of 1, 2 or 5 times a power of ten from 0 to the first one that is not below `top`; about `wanted` of them.
[[nodiscard]] std::vector<double> valueTicks(double top, int wanted);

/// Whole seconds, minutes, hours or days of the clock between the two times (ms since the epoch, of the local clock:
/// `offsetMs` from UTC); at most `most`.
[[nodiscard]] std::vector<std::int64_t> timeTicks(std::int64_t from, std::int64_t to, std::int64_t offsetMs, int most);

/// Whether two of such ticks would be called the same in hours and minutes.
[[nodiscard]] bool needSeconds(const std::vector<std::int64_t>& ticks);

} // namespace quarterdeck::ui
