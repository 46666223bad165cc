#pragma once

#include <memory>
#include <string>
#include <utility>

namespace quarterdeck::storage::sqlite {

/// A file that one open description at a time holds locked, by the system itself: the lock ends with the process,
/// however that ends. The file is only where the lock lives; what is left of it after a crash locks nobody out. The
/// destructor removes it.
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
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    FileLock(std::string path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) { }
    /// Whether the path still names the locked file: its last owner may have removed it meanwhile.
    [[nodiscard]] bool isInPlace() const;

    std::string m_path;
    int m_descriptor;
};

struct FileLock::Attempt
{
    std::unique_ptr<FileLock> lock; ///< null when refused
    Refusal refusal = Refusal::Impossible;
    std::string detail;
};

} // namespace quarterdeck::storage::sqlite
