#pragma once

#include <cstdint>

namespace quarterdeck::gateway {

/// The next port on which nobody listens at the moment; 0 = none of the next fifty. Thread: any; asks the system.
[[nodiscard]] std::uint16_t nextFreePort(std::uint16_t after);

} // namespace quarterdeck::gateway
