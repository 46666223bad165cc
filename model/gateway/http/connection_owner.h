#pragma once

#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace quarterdeck::gateway {

/// Whose program has the other end of a connection on this machine, as Linux's tables of sockets tell (proc(5)).
/// Thread: any; what asks the system reads those tables, which takes about a millisecond.

/// One end of a TCP connection.
struct ConnectionEnd
{
    std::string address; ///< 4 or 16 bytes, in the network's order
    std::uint16_t port = 0;
    friend bool operator==(const ConnectionEnd&, const ConnectionEnd&) = default;
};

struct SocketOwner
{
    std::uint32_t user = 0; ///< numeric id
    std::uint64_t inode =
        0; ///< 0 = no process has the socket: not accepted yet, or closed while data were on their way
    friend bool operator==(const SocketOwner&, const SocketOwner&) = default;
};

/// The texts of /proc/net/tcp and tcp6.
struct SocketTables
{
    std::string tcp;
    std::string tcp6;
    [[nodiscard]] static SocketTables now();
};
/// The owner of the socket at `near` that is connected to `far`, according to these. An IPv4 address also stands in the
/// second one if the program chose to write it as IPv6 ("::ffff:127.0.0.1"). Pure.
[[nodiscard]] std::optional<SocketOwner> ownerIn(const SocketTables& tables, const ConnectionEnd& near,
                                                 const ConnectionEnd& far);
/// The same, according to the system. Empty if there is no such connection, or the system does not tell.
[[nodiscard]] std::optional<SocketOwner> ownerOf(const ConnectionEnd& near, const ConnectionEnd& far);

/// The processes that have these sockets open, by inode, as far as we may see their files. `likely` is looked at first,
/// then the newest; all others only until all are found.
[[nodiscard]] std::map<std::uint64_t, std::int64_t> processesOf(std::set<std::uint64_t> sockets,
                                                                std::int64_t likely = 0);

enum class ClientUser {
    Same,    ///< ours
    Root,    ///< who may read all that is ours anyway
    Other,   ///< somebody else
    Unknown, ///< not found, or a socket that no process has: those seem to be root's in many versions of Linux
};
[[nodiscard]] ClientUser userOf(const std::optional<SocketOwner>& owner);

/// The program that listens on this port, as "node (process 1234)"; empty if there is none, it is somebody else's, or
/// the system does not tell. Thread: any.
[[nodiscard]] QString processOnPort(std::uint16_t port);
/// The process at the other end of an open connection on this machine, from its port to the server's. 0 if it is closed
/// by now, somebody else's, or the system does not tell. Looks through all processes' open files, which takes some
/// milliseconds, unless it is the `likely` one. Thread: any.
[[nodiscard]] std::int64_t processOfClient(std::uint16_t clientPort, std::uint16_t serverPort, std::int64_t likely = 0);

} // namespace quarterdeck::gateway
