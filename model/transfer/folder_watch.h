#pragma once

#include "model/session/callback_guard.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>

namespace quarterdeck::transfer {

struct FolderScan;
class FolderScanner;
class WatchedFiles;

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
