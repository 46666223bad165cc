#include "storage/sqlite/library_lock.h"

#include "storage/sqlite/inode_lock.h"
#include "storage/storage_errors.h"

#include <utility>

namespace quarterdeck::storage::sqlite {

using conversation::Result;

Result<std::unique_ptr<FileLock>> acquireFileLock(const std::string& path)
{
    FileLock::Attempt attempt = FileLock::take(path + ".lock");
    if (!attempt.lock && attempt.refusal == FileLock::Refusal::Held)
        return tl::unexpected(errors::lockedByOther(path, attempt.detail));
    return std::move(attempt.lock);
}

Result<std::unique_ptr<FileLock>> acquireInodeLock(const std::string& path)
{
    FileLock::Attempt attempt = lockInode(path);
    if (!attempt.lock && attempt.refusal == FileLock::Refusal::Held)
        return tl::unexpected(errors::lockedByOther(path, "under another name of the file"));
    return std::move(attempt.lock);
}

Result<LibraryLock> acquireLibraryLock(const std::string& path)
{
    Result<std::unique_ptr<FileLock>> lock = acquireFileLock(path);
    if (!lock)
        return tl::unexpected(lock.error());
    if (!*lock)
        return tl::unexpected(errors::notWritable(path));
    return acquireInodeLock(path).map([&](std::unique_ptr<FileLock> claim) {
        return LibraryLock{std::move(*lock), std::move(claim)};
    });
}

} // namespace quarterdeck::storage::sqlite
