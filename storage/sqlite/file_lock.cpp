#include "sqlite/file_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace quarterdeck::storage::sqlite {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

} // namespace

FileLock::Attempt FileLock::take(const std::string& path)
{
    constexpr mode_t ownerOnly = 0600;
    constexpr int most = 100;
    for (int i = 0; i < most; ++i) {
        const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, ownerOnly);
        if (descriptor < 0)
            return {nullptr, Refusal::Impossible, reason(errno)};
        std::unique_ptr<FileLock> lock(new FileLock(path, descriptor));
        if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            const int error = errno;
            // Not ours to remove.
            lock->m_path.clear();
            return {nullptr, error == EWOULDBLOCK ? Refusal::Held : Refusal::Impossible, reason(error)};
        }
        if (lock->isInPlace())
            return {std::move(lock), {}, {}};
        lock->m_path.clear();
    }
    return {nullptr, Refusal::Held, "it changes hands all the time"};
}

FileLock::~FileLock()
{
    // Removed while it is still locked: whoever opened it before finds that it is no longer in place.
    if (!m_path.empty())
        unlink(m_path.c_str());
    close(m_descriptor);
}

bool FileLock::isInPlace() const
{
    struct stat locked
    { };
    struct stat named
    { };
    return fstat(m_descriptor, &locked) == 0 && stat(m_path.c_str(), &named) == 0 && locked.st_dev == named.st_dev
        && locked.st_ino == named.st_ino;
}

} // namespace quarterdeck::storage::sqlite
