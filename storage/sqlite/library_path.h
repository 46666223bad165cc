#pragma once

#include <string>

namespace quarterdeck::storage {

/// The library's actual file, whatever leads to it: the lock, SQLite's log and the copies are beside the file and not
/// beside a link to it. Without a file, where it would be.
[[nodiscard]] std::string resolveLibraryPath(const std::string& library);
/// It is a link to a missing file: its disk or folder may be unavailable.
[[nodiscard]] bool isDanglingLink(const std::string& library);

} // namespace quarterdeck::storage
