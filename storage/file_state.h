#pragma once

#include "model/conversation/error.h"
#include "model/session/library.h"
#include "storage/sqlite/connection.h"

#include <cstdint>
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

/// Whether the file and the log that a crash left beside it belong together and are sound, as far as can be told before
/// anything is written: SQLite would take another file's log for its own and move it in. Empty, or what is wrong, for
/// the log. If the file is larger than `quicklyRead` its pages are not checked, since a person would have to wait at
/// the start: `check` reads them all. Throws SQLite::Exception.
inline constexpr std::int64_t mostQuicklyRead = std::int64_t{256} << 20;
[[nodiscard]] std::string findWalProblems(const std::string& path, std::int64_t quicklyRead = mostQuicklyRead);

/// Reads the whole file: `integrity_check`, foreign keys, counts. Throws SQLite::Exception.
[[nodiscard]] session::LibraryHealth readHealth(Connection& connection);

/// What is known without that. Throws SQLite::Exception.
[[nodiscard]] session::LibraryStatus readLibraryStatus(Connection& connection);

/// A session's draft, empty if there is none; NotFound without the session. Throws SQLite::Exception.
[[nodiscard]] session::Result<std::string> readDraft(Connection& connection, const session::SessionId& session);

} // namespace quarterdeck::storage::sqlite
