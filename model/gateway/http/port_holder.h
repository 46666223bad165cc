#pragma once

#include <QString>
#include <cstdint>

namespace quarterdeck::gateway {

/// The program that listens on this port, as "node (process 1234)"; empty if there is none, it is somebody else's, or
/// the system does not tell. Thread: any.
[[nodiscard]] QString processOnPort(std::uint16_t port);
/// The process at the other end of an open connection on this machine, from its port to the server's. 0 if it is closed
/// by now, somebody else's, or the system does not tell. Looks through all processes' open files, which takes some
/// milliseconds, unless it is the `likely` one. Thread: any.
[[nodiscard]] std::int64_t processOfClient(std::uint16_t clientPort, std::uint16_t serverPort, std::int64_t likely = 0);

} // namespace quarterdeck::gateway
