#pragma once

#include <cstddef>
#include <cstdint>

namespace quarterdeck::gateway {

/// How many connections a server may have of those that it wants, where this process may have so many files open: the
/// rest is for the library, the window, and another server. Pure.
[[nodiscard]] std::size_t connectionsWithin(std::uint64_t openFiles, std::size_t wanted);
/// The same for this process, which may have more files open from then on, as far as the system lets it: many systems
/// begin with 1,024. Thread: any.
[[nodiscard]] std::size_t roomForConnections(std::size_t wanted);

} // namespace quarterdeck::gateway
