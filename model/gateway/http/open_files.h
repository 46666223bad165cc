#pragma once

#include <cstddef>
#include <cstdint>

namespace quarterdeck::gateway {

/// How many of the wanted connections a server may have, given this process's limit of open files: the rest is for the
/// library, the window, and another server. Pure.
[[nodiscard]] std::size_t connectionsWithin(std::uint64_t openFiles, std::size_t wanted);
/// The same for this process, whose limit is raised as far as the system allows: many systems start with 1,024. Thread:
/// any.
[[nodiscard]] std::size_t roomForConnections(std::size_t wanted);

} // namespace quarterdeck::gateway
