#pragma once

#include "model/conversation/error.h"

#include <string>

namespace quarterdeck::storage::sqlite {

/// What is at a library's path, determined without SQLite, which would change a file that it does not understand.
enum class FileState {
    Missing, ///< nothing: a library can be made
    Empty,   ///< a file of no bytes, without a log beside it: likewise
    Lost,    ///< either of these, but there was a library: copies of it are beside it, or its last owner's note says so
    Folder,
    NotSqlite, ///< some other file, or not a file: a pipe, a device
    Truncated, ///< the file (or its beginning) is missing, or shorter than it claims
    OddHeader, ///< of an unknown version of the format: SQLite would only read it, without saying why
    Sqlite,
};
[[nodiscard]] FileState fileStateOf(const std::string& path);
/// Whether a log with content (`-wal`) is beside the file.
[[nodiscard]] bool hasLog(const std::string& path);

} // namespace quarterdeck::storage::sqlite
