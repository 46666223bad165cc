#pragma once

#include "conversation/error.h"

#include <string>

namespace quarterdeck::storage::sqlite {

/// What is at a library's path, determined without SQLite, which would change a file that it does not understand.
enum class FileState {
    Missing, ///< nothing: a library can be made
    Empty,   ///< a file of no bytes, with no log beside it: the same
    Lost,    ///< one of these two, but a library was there: copies of it lie beside it, or its last owner's note does
    Folder,
    NotSqlite, ///< some other file, or what is none: a pipe, a device
    Truncated, ///< the file (or its beginning) is gone, or shorter than it says
    OddHeader, ///< of a version of the format that there is not: SQLite would only read it, and not say why
    Sqlite,
};
[[nodiscard]] FileState fileStateOf(const std::string& path);
/// Whether a log with content (`-wal`) is beside the file.
[[nodiscard]] bool hasLog(const std::string& path);

} // namespace quarterdeck::storage::sqlite
