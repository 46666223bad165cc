#pragma once

#include "conversation/error.h"
#include "sqlite/file_lock.h"

#include <memory>
#include <string>

namespace quarterdeck::storage::sqlite {

/// What makes a library one process's: the lock beside the file's name, and the one of the file whatever it is called
/// (`claimFile`). Both end with the process.
struct Ownership
{
    std::unique_ptr<FileLock> lock;
    std::unique_ptr<FileLock> claim; ///< null where names alone count
};

/// The lock beside the file. Null when none can be made there: the folder cannot be written to. Error: Locked, when
/// another has it. Thread: any.
[[nodiscard]] conversation::Result<std::unique_ptr<FileLock>> takeLock(const std::string& path);

/// Held as long as that lock, which another has beside another name of the file: the error then. Thread: any.
[[nodiscard]] conversation::Result<std::unique_ptr<FileLock>> takeClaim(const std::string& path);

/// Both, for who is about to put another file in this one's place. Error: Locked, or NotWritable where no lock can be
/// made. Thread: any.
[[nodiscard]] conversation::Result<Ownership> takeOwnership(const std::string& path);

} // namespace quarterdeck::storage::sqlite
