#pragma once

#include "disk.h"

#include <QRandomGenerator>
#include <QString>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// Everything SQLite changed in one folder while this lives, from which it makes the folder as a loss of power at any
/// moment leaves it: what was synced, and of the rest any pieces (of 512 bytes: what a disk writes whole). A file that
/// was never synced may be missing, one whose removal was not synced may be back. Thread: `mark` and what SQLite does
/// from any; the rest once that is over.
class DiskHistory
{
public:
    /// The folder's files as they are count as written long ago.
    DiskHistory(Disk& disk, const QString& folder);
    ~DiskHistory() { m_disk.setWatch({}); }
    DiskHistory(const DiskHistory&) = delete;
    DiskHistory& operator=(const DiskHistory&) = delete;

    /// Notes that the test got so far.
    void mark(int step);
    [[nodiscard]] std::size_t moments() const { return m_entries.size() + 1; }
    /// Writes the files as they are if the power goes after this many changes; each piece that was not synced is there
    /// with this chance. Returns the last mark before (0 = none).
    int writeTo(const QString& folder, std::size_t moment, double chance, QRandomGenerator& random) const;

private:
    struct Entry
    {
        std::optional<DiskCall::Kind> kind; ///< none: a mark
        std::string path;
        std::int64_t number = 0; ///< offset, size or mark
        std::string bytes;
    };
    struct File
    {
        bool isThere = false;
        bool isNameSynced = false;
        std::string synced;
        std::vector<const Entry*> pending;
        std::optional<std::string> removed; ///< what was here before, whose removal may not have reached the disk
    };
    using Files = std::map<std::string, File>;

    static void apply(const Entry& entry, Files& files);
    static void open(const std::string& path, Files& files);
    [[nodiscard]] static std::string contentOf(const File& file, double chance, QRandomGenerator& random);

    Disk& m_disk;
    std::string m_folder;
    std::map<std::string, std::string> m_before;
    std::mutex m_mutex;
    std::vector<Entry> m_entries;
};

} // namespace quarterdeck::test
