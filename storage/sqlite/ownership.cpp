#include "storage/sqlite/ownership.h"

#include "storage/sentences.h"
#include "storage/sqlite/file_claim.h"

#include <utility>

namespace quarterdeck::storage::sqlite {

using conversation::Result;

Result<std::unique_ptr<FileLock>> takeLock(const std::string& path)
{
    FileLock::Attempt attempt = FileLock::take(path + ".lock");
    if (!attempt.lock && attempt.refusal == FileLock::Refusal::Held)
        return tl::unexpected(sentences::lockedByOther(path, attempt.detail));
    return std::move(attempt.lock);
}

Result<std::unique_ptr<FileLock>> takeClaim(const std::string& path)
{
    FileLock::Attempt attempt = claimFile(path);
    if (!attempt.lock && attempt.refusal == FileLock::Refusal::Held)
        return tl::unexpected(sentences::lockedByOther(path, "under another name of the file"));
    return std::move(attempt.lock);
}

Result<Ownership> takeOwnership(const std::string& path)
{
    Result<std::unique_ptr<FileLock>> lock = takeLock(path);
    if (!lock)
        return tl::unexpected(lock.error());
    if (!*lock)
        return tl::unexpected(sentences::notWritable(path));
    return takeClaim(path).map([&](std::unique_ptr<FileLock> claim) {
        return Ownership{std::move(*lock), std::move(claim)};
    });
}

} // namespace quarterdeck::storage::sqlite
