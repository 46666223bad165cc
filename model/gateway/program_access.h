#pragma once

#include "model/conversation/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::gateway {

/// How programs are admitted whose protocols have no place for a token: AgentScope's programs, MetaGPT's reporters, and
/// trace exporters, most of which are given an address and nothing else.
enum class TokenlessAccess {
    Open,      ///< any program on this computer
    WithToken, ///< with a token in their address ("?token=…"), or sent if they can
    Off        ///< none of them; traces with the token
};

/// The token by which this person's programs show that they are allowed: made once per installation, in a file that
/// nobody else can read.

/// <AppDataLocation>/gateway.token
[[nodiscard]] std::string accessTokenPath();

/// The file's content: 64 hexadecimal digits. If it is missing, or is not a private file of this person's with such a
/// text, it is made anew; several processes that do so at once get the same. Errors: Io. Thread: any.
[[nodiscard]] conversation::Result<std::string> accessTokenAt(const std::string& path);

/// Replaces it: whoever has the old one is locked out once the gateway has the new one. If that fails, the old one
/// stays. Errors: Io. Thread: any.
[[nodiscard]] conversation::Result<std::string> newAccessTokenAt(const std::string& path);

/// Takes the same time wherever the two differ.
[[nodiscard]] bool isSameToken(std::string_view given, std::string_view wanted);

/// The local (UNIX) socket by which programs of this user reach whoever serves a library. The system says who is at its
/// other end, so that nobody has to show a token there. Thread: any.

/// "<folder>/quarterdeck-<hash>", in which a library, by whatever path it is reached, has one name.
[[nodiscard]] std::string nameInFolder(const std::string& folder, const std::string& library);
/// Where the gateway of a library listens: in this person's runtime folder. Empty if there is none.
[[nodiscard]] std::string localAddress(const std::string& library);
/// The same, and where it listens if its environment names another runtime folder: many programs start their tools with
/// hardly any environment.
[[nodiscard]] std::vector<std::string> localAddresses(const std::string& library);

/// Which file it is, to tell it from a later one of the same name.
struct FileIdentity
{
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Makes room for a socket: removes one that was left behind. Errors: Io; the folder is not this user's, or others may
/// write or look into it; another file is there.
[[nodiscard]] std::optional<conversation::Error> clearLocalAddress(const std::string& path);
/// Closes the socket's file to others.
[[nodiscard]] std::optional<FileIdentity> closedToOthers(const std::string& path);
/// Unless another one has taken its place.
void removeLocalAddress(const std::string& path, const FileIdentity& identity);

/// The process at the other end of a connected local socket, if it is of this user; 0 = it is not, or is unknown.
[[nodiscard]] std::int64_t ownProcessAt(int socket);

} // namespace quarterdeck::gateway
