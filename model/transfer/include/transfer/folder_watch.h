#pragma once

#include "session/receiver.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>

namespace quarterdeck::transfer {

struct FolderLook;
class FolderLooks;
class WatchedFiles;

/// Tells of the recordings in a folder and those below it that are new, were moved there or have grown: of `*.jsonl`
/// and `*.json`, and of logs (`*.txt`, `*.log`), pickles (`*.pkl`, `*.pickle`), databases of an AgentScope Studio
/// (`*.sqlite`, `*.sqlite3`, `*.db`) and packages (`*.qdeck`) whose content is that of one. What has another ending,
/// and the folders that MetaGPT 0.5 saves a team as, are not told of. By the system's notice, and by a slow look for
/// what that misses (network folders, more files than it can watch). A file of lines may be in the middle of one; any
/// other is told of when it has stopped to change. Other rights, or one more name (as programs that make backups give
/// it), are no news. A library that this process has open is neither opened nor told of. Hidden folders are looked
/// into, links to folders are not followed. Looks on a thread of its own, the more seldom the longer a look takes.
/// Thread: ui, as any object with an event loop.
class FolderWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderWatch)
public:
    /// What was there and was written last up to `since` (milliseconds since 1970; 0 = nothing) is no news.
    FolderWatch(QString folder, std::int64_t since, QObject* parent = nullptr,
                std::chrono::milliseconds pause = std::chrono::seconds{5});
    /// Ends the look that is under way.
    ~FolderWatch() override;

    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// By its name: whoever writes it adds lines.
    [[nodiscard]] static bool isOfLines(const QString& path);

    /// These could not be taken in: they are told of again with one of the next looks.
    void tellAgain(const QStringList& files);

signals:
    /// Absolute paths, the oldest first. When they are taken in, everything up to `lookedAt` is.
    void changed(const QStringList& files, qint64 lookedAt);
    /// It has more files than are looked at, of those that by their names may be recordings; `most`: so many are. Once,
    /// until a look saw all of them.
    void cut(qint64 most);

private:
    void look();
    void take(const FolderLook& look);
    void watch(const FolderLook& look);

    QString m_folder;
    std::int64_t m_since = 0;
    QFileSystemWatcher m_watcher;
    QTimer m_timer;
    std::chrono::milliseconds m_pause;
    std::chrono::milliseconds m_shortPause; ///< after a notice
    bool m_isLooking = false;
    bool m_isAskedAgain = false; ///< something changed while it was looked
    bool m_isCut = false;        ///< and that was told
    std::unique_ptr<WatchedFiles> m_files;
    std::shared_ptr<FolderLooks> m_looks;
    session::Receiver m_receiver{this};
    std::jthread m_thread; ///< after what it answers to: it ends first
};

} // namespace quarterdeck::transfer
