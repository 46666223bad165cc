#include "storage/sqlite/file_lock.h"

#include "storage/storage_errors.h"

#include <QStandardPaths>
#include <QString>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <iterator>
#include <string_view>
#include <system_error>
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

FileLock::Attempt lockInode(const std::string& path)
{
    struct stat file
    { };
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    if (folder.isEmpty() || stat(path.c_str(), &file) != 0)
        return {nullptr, FileLock::Refusal::Impossible, {}};
    return FileLock::take(folder.toStdString() + "/quarterdeck-" + std::to_string(file.st_dev) + '-'
                          + std::to_string(file.st_ino) + ".lock");
}

bool isOpenUnderOtherName(const std::string& path)
{
    struct stat file
    { };
    // A file with a single name is not even locked, since every check would hold the lock for a moment.
    if (stat(path.c_str(), &file) != 0 || file.st_nlink < 2)
        return false;
    const FileLock::Attempt claim = lockInode(path);
    if (claim.lock || claim.refusal != FileLock::Refusal::Held)
        return false;
    return FileLock::take(path + ".lock").lock != nullptr;
}

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
