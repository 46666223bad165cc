#pragma once

#include "model/conversation/error.h"

#include <memory>
#include <string>
#include <utility>

namespace quarterdeck::storage::sqlite {

/// A file that one open description at a time holds locked, by the system itself: the lock ends with the process,
/// however that ends. A leftover file after a crash locks nobody out, and tells whether there was a log. The destructor
/// removes it, unless it has to tell that.
class FileLock
{
public:
    enum class Refusal {
        Held,       ///< by somebody else
        Impossible, ///< the file cannot be made or locked there
    };
    struct Attempt;

    /// Does not wait.
    [[nodiscard]] static Attempt take(const std::string& path);
    /// There is such a file with a note of `noteLog` in it, whether it is locked or not. Thread: any.
    [[nodiscard]] static bool isNoted(const std::string& path);
    ~FileLock();
    /// Records in it, durably, that this file beside the library has what the library lacks. The note disappears with
    /// the lock, unless that file still exists then. False if it could not be written.
    bool noteLog(const std::string& log);
    /// Such a note was in it when it was taken: the last owner did not end properly.
    [[nodiscard]] bool wasLeft() const { return m_wasLeft; }
    /// What it noted is no longer of interest.
    void forgetLog();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    FileLock(std::string path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) { }
    /// Whether the path still names the locked file: its last owner may have removed it meanwhile.
    [[nodiscard]] bool isInPlace() const;
    [[nodiscard]] bool isNoteNeeded() const;
    void erase() const;

    std::string m_path;
    int m_descriptor;
    bool m_wasLeft = false;
    std::string m_log; ///< noted in it
};

struct FileLock::Attempt
{
    std::unique_ptr<FileLock> lock; ///< null if refused
    Refusal refusal = Refusal::Impossible;
    std::string detail;
};

/// The lock of a file itself, whatever its name. The library's lock belongs to a name, and so does SQLite's log: two
/// processes with one file open by two names (hard links) would each write as if they were alone. This lock is in the
/// person's runtime folder, named after the system's identification of the file. Null, and `Impossible`, if there is no
/// file or no such folder: then only names count. Thread: any.
[[nodiscard]] FileLock::Attempt lockInode(const std::string& path);

/// Somebody has the file open under another of its names: their latest writes are in a log elsewhere, and they change
/// the file without notice to readers of this name. Thread: any.
[[nodiscard]] bool isOpenUnderOtherName(const std::string& path);

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
