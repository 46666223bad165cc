#pragma once

#include "model/conversation/error.h"
#include "storage/sqlite/file_lock.h"

#include <memory>
#include <string>

namespace quarterdeck::storage::sqlite {

/// What makes a library one process's: the lock beside the file's name, and that of the file itself, whatever its name
/// (`lockInode`). Both end with the process.
struct LibraryLock
{
    std::unique_ptr<FileLock> lock;
    std::unique_ptr<FileLock> claim; ///< null if only names count
};

/// The lock beside the file. Null if none can be made because the folder is not writable. Error: Locked, if another
/// process has it. Thread: any.
[[nodiscard]] conversation::Result<std::unique_ptr<FileLock>> acquireFileLock(const std::string& path);

/// Held as long as that lock; an error if another process already holds it under another name of the file. Thread: any.
[[nodiscard]] conversation::Result<std::unique_ptr<FileLock>> acquireInodeLock(const std::string& path);

/// Both, for replacing this file by another. Error: Locked, or NotWritable if no lock can be made. Thread: any.
[[nodiscard]] conversation::Result<LibraryLock> acquireLibraryLock(const std::string& path);

} // namespace quarterdeck::storage::sqlite
