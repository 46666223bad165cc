#pragma once

#include <memory>
#include <string>
#include <utility>

namespace quarterdeck::storage::sqlite {

/// A file that one open description at a time holds locked, by the system itself: the lock ends with the process,
/// however that ends. What is left of the file after a crash locks nobody out, and tells whether there was a log. The
/// destructor removes it, unless it is to tell that.
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
    /// Such a file lies there with the note of `noteLog` in it, whether anybody has it locked or not. Thread: any.
    [[nodiscard]] static bool isNoted(const std::string& path);
    ~FileLock();
    /// Writes into it, durably, that this file beside the library has what the library lacks. The note goes with the
    /// lock, unless that file is still there then. False where it could not be written.
    bool noteLog(const std::string& log);
    /// Such a note was in it when it was taken: the last owner did not come to its end.
    [[nodiscard]] bool wasLeft() const { return m_wasLeft; }
    /// What it noted concerns nobody any more.
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
    std::unique_ptr<FileLock> lock; ///< null when refused
    Refusal refusal = Refusal::Impossible;
    std::string detail;
};

} // namespace quarterdeck::storage::sqlite
