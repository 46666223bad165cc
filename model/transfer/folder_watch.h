#pragma once

#include "model/session/post.h"

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace quarterdeck::transfer {

// What a file in a watched folder is. By its name alone; thread: any.

[[nodiscard]] bool isNamedAsLog(const QString& path);
[[nodiscard]] bool isNamedAsDatabase(const QString& path);
/// Its writer appends lines.
[[nodiscard]] bool isNamedAsLines(const QString& path);
[[nodiscard]] bool mayBeRecording(const QString& path);
/// The name says too little, so the file has to be opened.
[[nodiscard]] bool mustBeSniffed(const QString& path);

// By its content; thread: any.

/// A library that is open here, or being opened: closing its file would drop all locks that SQLite holds on it.
[[nodiscard]] bool isLeft(const QString& path);
/// Opens the file, unless it is left alone.
[[nodiscard]] bool isRecordingFile(const QString& path);

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

/// Which of the recordings that scans find are news. Thread: one.
class WatchedFiles
{
public:
    /// `since`: see FolderWatch.
    explicit WatchedFiles(std::int64_t since) : m_since(since) { }

    /// The oldest first. A file of lines is news at once, any other once two scans found it unchanged.
    [[nodiscard]] QStringList changedFiles(const FolderScan& look);
    /// Changed files are waiting to become news.
    [[nodiscard]] bool isWaiting() const { return !m_waiting.isEmpty(); }
    /// These are news again at the next scan.
    void forget(const QStringList& files);

private:
    using Files = QHash<QString, FoundFile>;
    [[nodiscard]] bool isKnown(const FoundFile& file) const;
    [[nodiscard]] bool isReady(const FoundFile& file, const Files& waited);

    std::int64_t m_since;
    Files m_known;   ///< those that were news, or older; kept if a look misses them
    Files m_waiting; ///< for a look that finds them unchanged
    QSet<QString> m_wanted;
};

/// Reports recordings in a folder and below it that are new, were moved there or have grown: `*.jsonl` and `*.json`,
/// and those logs (`*.txt`, `*.log`), pickles (`*.pkl`, `*.pickle`), AgentScope Studio databases (`*.sqlite`,
/// `*.sqlite3`, `*.db`) and packages (`*.qdeck`) whose content confirms it. Files with other extensions, and the team
/// folders of MetaGPT 0.5, are not reported. Uses the system's notices, and a slow scan for what those miss (network
/// folders, more files than can be watched). A file of lines may end in the middle of one; any other is reported once
/// it has stopped changing. Changed permissions or an additional name (as backup programs make) are not news. A library
/// that this process has open is neither opened nor reported. Hidden folders are included, links to folders are not
/// followed. Scans on a thread of its own; the longer a scan takes, the rarer it is. Thread: ui, or any other with an
/// event loop.
class FolderWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderWatch)
public:
    /// Files last written up to `since` (milliseconds since 1970; 0 = none) are not news.
    FolderWatch(QString folder, std::int64_t since, QObject* parent = nullptr,
                std::chrono::milliseconds pause = std::chrono::seconds{5});
    /// Ends the scan under way.
    ~FolderWatch() override;

    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// By its name: whoever writes it adds lines.
    [[nodiscard]] static bool isOfLines(const QString& path);

    /// These could not be imported: they are reported again after one of the next scans.
    void tellAgain(const QStringList& files);

signals:
    /// Absolute paths, the oldest first. Once they are imported, everything up to `lookedAt` is.
    void changed(const QStringList& files, qint64 lookedAt);
    /// It has more candidate files than are examined; `most` is the limit. Emitted once, until a scan covers all of
    /// them.
    void cut(qint64 most);

private:
    void look();
    void take(const FolderScan& look);
    void watch(const FolderScan& look);

    QString m_folder;
    std::int64_t m_since = 0;
    QFileSystemWatcher m_watcher;
    QTimer m_timer;
    std::chrono::milliseconds m_pause;
    std::chrono::milliseconds m_shortPause; ///< after a notice
    bool m_isLooking = false;
    bool m_isAskedAgain = false; ///< something changed during a look
    bool m_isCut = false;        ///< and that was reported
    std::unique_ptr<WatchedFiles> m_files;
    std::shared_ptr<FolderScanner> m_looks;
    session::CallbackGuard m_receiver{this};
    std::jthread m_thread; ///< after what it answers to, so that it ends first
};

} // namespace quarterdeck::transfer
