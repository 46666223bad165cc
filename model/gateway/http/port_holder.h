#pragma once

#include <QString>
#include <cstdint>

namespace quarterdeck::gateway {

/// The program that listens on this port of the machine, as "node (process 1234)"; empty when there is none, or it is
/// somebody else's, or the system does not tell. Thread: any.
[[nodiscard]] QString holderOf(std::uint16_t port);
/// The process at the other end of a connection of this machine, which is open: from its port to that of the server. 0
/// where it is closed by now, or somebody else's, or the system does not tell. Reads what all processes have open,
/// which takes some milliseconds. Thread: any.
[[nodiscard]] std::int64_t processOfClient(std::uint16_t clientPort, std::uint16_t serverPort);

} // namespace quarterdeck::gateway
