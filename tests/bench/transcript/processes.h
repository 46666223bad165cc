#pragma once

#include <cstdint>

namespace quarterdeck::bench {

/// Memory in bytes of this process and everything it started; shared memory counts once. Linux only.
[[nodiscard]] std::int64_t residentBytesOfAll();
/// Processor time that a process took until now, in all of its threads. Linux only.
[[nodiscard]] double processorMsOf(std::int64_t process);

} // namespace quarterdeck::bench
