#pragma once

#include "sqlite/file_lock.h"

#include <string>

namespace quarterdeck::storage::sqlite {

/// The lock of a file itself, whatever it is called. The library's lock lies beside a name, and so does SQLite's log:
/// two that have one file open by two names (hard links) would each write to it as if they were alone. This one lies in
/// the person's runtime folder, named by what the system knows the file by. Null, and `Impossible`, where there is no
/// file or no such folder: then names alone count. Thread: any.
[[nodiscard]] FileLock::Attempt claimFile(const std::string& path);

/// Another has the file open under another of its names: what it wrote last is in a log that does not lie here, and it
/// changes the file without telling who reads it by this name. Thread: any.
[[nodiscard]] bool isOpenUnderOtherName(const std::string& path);

} // namespace quarterdeck::storage::sqlite
