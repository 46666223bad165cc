#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quarterdeck::bench {

/// What two sessions gave.
struct Results
{
    nlohmann::json shorter;
    nlohmann::json longer;
};

/// Prints a table, with the aims beside the figures, and then each ratio and count with "ok" or "over". Returns whether
/// everything decisive is ok: ratios (not if `countsOnly`) and counts; milliseconds are aims.
[[nodiscard]] bool report(const Results& results, bool countsOnly);

} // namespace quarterdeck::bench
