#pragma once

#include <cstdint>

namespace quarterdeck::bench {

/// Bytes that this process and all that it started hold in memory; what several share counts once. Linux only.
[[nodiscard]] std::int64_t residentBytesOfAll();
/// Processor time that a process took until now, in all of its threads. Linux only.
[[nodiscard]] double processorMsOf(std::int64_t process);

} // namespace quarterdeck::bench
