#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace quarterdeck::conversation {

/// Numbers from a log can be anything: sums of them stop at the limits of the type instead of overflowing.
[[nodiscard]] constexpr std::int64_t saturatingSum(std::int64_t a, std::int64_t b)
{
    using Limits = std::numeric_limits<std::int64_t>;
    if (b > 0 && a > Limits::max() - b) {
        return Limits::max();
    }
    if (b < 0 && a < Limits::min() - b) {
        return Limits::min();
    }
    return a + b;
}

[[nodiscard]] constexpr std::int64_t saturatingDifference(std::int64_t a, std::int64_t b)
{
    using Limits = std::numeric_limits<std::int64_t>;
    // The smallest number has no negative counterpart.
    return b == Limits::min() ? saturatingSum(saturatingSum(a, Limits::max()), 1) : saturatingSum(a, -b);
}

/// The sum of two finite numbers, also finite: JSON has no infinity, and what is written must be readable again.
[[nodiscard]] inline double finiteSum(double a, double b)
{
    constexpr double most = std::numeric_limits<double>::max();
    return std::clamp(a + b, -most, most);
}

} // namespace quarterdeck::conversation
