#pragma once

#include "storage/sqlite/file_lock.h"

#include <string>

namespace quarterdeck::storage::sqlite {

/// The lock of a file itself, whatever its name. The library's lock belongs to a name, and so does SQLite's log: two
/// processes with one file open by two names (hard links) would each write as if they were alone. This lock is in the
/// person's runtime folder, named after the system's identification of the file. Null, and `Impossible`, if there is no
/// file or no such folder: then only names count. Thread: any.
[[nodiscard]] FileLock::Attempt lockInode(const std::string& path);

/// Somebody has the file open under another of its names: their latest writes are in a log elsewhere, and they change
/// the file without notice to readers of this name. Thread: any.
[[nodiscard]] bool isOpenUnderOtherName(const std::string& path);

} // namespace quarterdeck::storage::sqlite
