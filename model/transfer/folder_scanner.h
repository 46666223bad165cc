#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace quarterdeck::transfer {

/// A recording in a watched folder, as one look found it.
struct FoundFile
{
    QString path;             ///< absolute
    std::int64_t size = 0;    ///< for a database, including its log
    std::int64_t written = 0; ///< nanoseconds since 1970
    std::int64_t changed = 0; ///< the same; also for a change of its place, its rights or its number of names
    std::int64_t arrived = 0; ///< milliseconds since 1970: when it was written, or it or a folder around it arrived
    std::uint64_t number = 0; ///< the system's, which stays the same as long as the file is the same
    QByteArray print{};       ///< of its first and last bytes (edgesOf); empty = not read
    [[nodiscard]] bool isAsLongAndOld(const FoundFile& other) const
    {
        return size == other.size && written == other.written;
    }
};

struct FolderScan
{
    std::vector<FoundFile> files; ///< oldest first
    QStringList folders;
    std::int64_t at = 0;              ///< milliseconds since 1970
    std::chrono::milliseconds took{}; ///< roughly what the next look will take
    bool isCut = false;               ///< there is more than is examined
};

/// How much of a folder is looked at.
struct ScanLimits
{
    std::size_t files = 100'000;     ///< whose names allow them to be recordings
    std::size_t entries = 1'000'000; ///< of any name, including folders
};

/// Looks into a folder and those below it again and again. Of a file whose name says little it remembers whether it is
/// a recording: it is opened only when it is new, or something of it but its length changed. Only what by its name may
/// be a recording is asked for its times. Thread: any, one look at a time.
class FolderScanner
{
public:
    /// `since`: see FolderWatch.
    FolderScanner(QString folder, std::int64_t since, ScanLimits limits = {});
    [[nodiscard]] FolderScan look(const std::stop_token& stop);
    [[nodiscard]] const ScanLimits& limits() const { return m_limits; }

private:
    struct Known
    {
        FoundFile file; ///< as of the last look
        bool isRecordingFile = false;
    };
    /// `moved`: when a folder around it was. Nothing of what is no recording.
    [[nodiscard]] std::optional<FoundFile> found(const QString& path, std::int64_t moved);
    [[nodiscard]] static bool isSettled(const Known& before, const FoundFile& file);

    QString m_folder;
    std::int64_t m_since;
    ScanLimits m_limits;
    QHash<QString, Known> m_known;
    QHash<QString, Known> m_before; ///< as of the previous look
};

} // namespace quarterdeck::transfer
