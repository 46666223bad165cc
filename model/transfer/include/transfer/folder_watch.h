#pragma once

#include "session/receiver.h"

#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

namespace quarterdeck::transfer {

/// Tells of the recordings in a folder and those below it that are new, were moved there or have grown: of `*.jsonl`
/// and `*.json`, and of logs (`*.txt`, `*.log`), pickles (`*.pkl`, `*.pickle`), databases of an AgentScope Studio
/// (`*.sqlite`, `*.sqlite3`, `*.db`) and packages (`*.qdeck`) whose content is that of one. What has another ending,
/// and the folders that MetaGPT 0.5 saves a team as, are not told of. By the system's notice, and by a slow look for
/// what that misses (network folders, more files than it can watch). A file of lines may be in the middle of one; any
/// other is told of when it has stopped to change. A library that this process has open is neither opened nor told of.
/// Hidden folders are looked into, links to folders are not followed. Looks on a thread of its own. Thread: ui, as any
/// object with an event loop.
class FolderWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderWatch)
public:
    /// What was there and was written last up to `since` (milliseconds since 1970; 0 = nothing) is no news.
    FolderWatch(QString folder, std::int64_t since, QObject* parent = nullptr,
                std::chrono::milliseconds pause = std::chrono::seconds{5});
    /// Ends the look that is under way.
    ~FolderWatch() override = default;

    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// By its name: whoever writes it adds lines.
    [[nodiscard]] static bool isOfLines(const QString& path);

    /// These could not be taken in: they are told of again with one of the next looks.
    void tellAgain(const QStringList& files);

signals:
    /// Absolute paths, the oldest first. When they are taken in, everything up to `lookedAt` is.
    void changed(const QStringList& files, qint64 lookedAt);

private:
    struct File
    {
        QString path;
        std::int64_t size = 0;
        std::int64_t written = 0; ///< milliseconds since 1970
        std::int64_t arrived = 0; ///< not before it was written: when it, or a folder around it, came to its place
        [[nodiscard]] bool isSame(const File& other) const { return size == other.size && written == other.written; }
    };
    struct Look
    {
        std::vector<File> files; ///< the oldest first
        QStringList folders;
        std::int64_t at = 0;
    };
    /// What is known of the logs that are there, which are opened to know it; used by one look at a time.
    class Logs;
    /// `moved`: when a folder around it was.
    [[nodiscard]] static File fileAt(const QFileInfo& file, std::int64_t moved);
    [[nodiscard]] static Look lookInto(const QString& folder, Logs& logs, const std::stop_token& stop);
    void look();
    void take(const Look& look);
    [[nodiscard]] bool isReady(const File& file);
    void watch(const Look& look);

    QString m_folder;
    std::int64_t m_since = 0;
    QFileSystemWatcher m_watcher;
    QTimer m_timer;
    std::chrono::milliseconds m_pause;
    bool m_isLooking = false;
    bool m_isAskedAgain = false; ///< something changed while it was looked
    QHash<QString, File> m_told;
    QHash<QString, File> m_waiting; ///< for a look in which they are the same
    std::shared_ptr<Logs> m_logs;
    session::Receiver m_receiver{this};
    std::jthread m_thread; ///< after what it answers to: it ends first
};

} // namespace quarterdeck::transfer
