#include "storage/sqlite/file_lock.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <iterator>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace quarterdeck::storage::sqlite {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

constexpr std::string_view note = "there is a log\n";

/// Older programs left other content in it, which means nothing.
bool isNoteIn(int descriptor)
{
    std::array<char, note.size()> bytes{};
    return pread(descriptor, bytes.data(), bytes.size(), 0) == std::ssize(note)
        && std::string_view(bytes.data(), bytes.size()) == note;
}

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
        if (lock->isInPlace()) {
            lock->m_wasLeft = isNoteIn(descriptor);
            return {std::move(lock), {}, {}};
        }
        lock->m_path.clear();
    }
    return {nullptr, Refusal::Held, "it changes hands all the time"};
}

bool FileLock::isNoted(const std::string& path)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC); // to open a pipe would be to wait
    if (descriptor < 0)
        return false;
    const bool isThere = isNoteIn(descriptor);
    close(descriptor);
    return isThere;
}

FileLock::~FileLock()
{
    // Removed while still locked: whoever opened it before will notice that it is no longer in place.
    if (!m_path.empty() && !isNoteNeeded()) {
        erase(); // its name may be back after a loss of power
        unlink(m_path.c_str());
    }
    close(m_descriptor);
}

bool FileLock::noteLog(const std::string& log)
{
    m_log = log;
    return pwrite(m_descriptor, note.data(), note.size(), 0) == std::ssize(note) && fdatasync(m_descriptor) == 0;
}

void FileLock::forgetLog()
{
    erase();
    m_wasLeft = false;
    m_log.clear();
}

void FileLock::erase() const
{
    if (isNoteIn(m_descriptor) && ftruncate(m_descriptor, 0) == 0)
        fdatasync(m_descriptor);
}

/// A holder of the lock that wrote nothing leaves what it found.
bool FileLock::isNoteNeeded() const { return m_log.empty() ? m_wasLeft : access(m_log.c_str(), F_OK) == 0; }

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
