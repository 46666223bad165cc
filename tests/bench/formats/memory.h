#pragma once

#include <cstdint>

namespace quarterdeck::bench {

/// Resident memory of this process, in bytes (Linux).
[[nodiscard]] std::int64_t residentBytes();
/// The most that it was since forgetPeak.
[[nodiscard]] std::int64_t peakResidentBytes();
void forgetPeak();

} // namespace quarterdeck::bench
