#pragma once

#include <QString>
#include <cstdint>

namespace quarterdeck::gateway {

/// The program that listens on this port of the machine, as "node (process 1234)"; empty when there is none, or it is
/// somebody else's, or the system does not tell. Thread: any.
[[nodiscard]] QString holderOf(std::uint16_t port);

} // namespace quarterdeck::gateway
