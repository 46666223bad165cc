#include "model/transfer/folder_watch.h"

#include "model/transfer/folder_scanner.h"
#include "model/transfer/recording_file_names.h"
#include "model/transfer/watched_files.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::transfer {

namespace {

using namespace std::chrono_literals;

/// The system limits how many paths may be watched; beyond our own limit, the slow scan has to do.
constexpr qsizetype mostWatched = 400;
/// Notices rarely come alone.
constexpr std::chrono::milliseconds shortPause = 200ms;
/// Scanning a large folder takes time, so pauses dominate: each lasts this many times as long as the last scan.
constexpr int lookPauses = 20;
constexpr int shortLookPauses = 4;

} // namespace

bool FolderWatch::isOfLines(const QString& path) { return isNamedAsLines(path); }

FolderWatch::FolderWatch(QString folder, std::int64_t since, QObject* parent, std::chrono::milliseconds pause)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_since(since)
    , m_pause(pause)
    , m_shortPause(shortPause)
    , m_files(std::make_unique<WatchedFiles>(since))
    , m_looks(std::make_shared<FolderScanner>(m_folder, since))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FolderWatch::look);
    const auto soon = [this] {
        if (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > m_shortPause)
            m_timer.start(m_shortPause);
        m_isAskedAgain = m_isLooking;
    };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, soon);
    look();
}

FolderWatch::~FolderWatch() = default;

void FolderWatch::look()
{
    if (std::exchange(m_isLooking, true))
        return;
    const auto take = m_receiver.wrap<FolderScan>([this](const FolderScan& found) { this->take(found); });
    m_thread = std::jthread([take, looks = m_looks](const std::stop_token& stop) { take(looks->look(stop)); });
}

void FolderWatch::tellAgain(const QStringList& files) { m_files->forget(files); }

void FolderWatch::take(const FolderScan& look)
{
    m_isLooking = false;
    const QStringList news = m_files->changedFiles(look);
    watch(look);
    m_shortPause = std::max(shortPause, look.took * shortLookPauses);
    const bool isSoon = std::exchange(m_isAskedAgain, false) || m_files->isWaiting();
    m_timer.start(isSoon ? std::max(std::min(shortPause, m_pause), look.took * shortLookPauses)
                         : std::max(m_pause, look.took * lookPauses));
    if (look.isCut && !std::exchange(m_isCut, look.isCut))
        emit cut(static_cast<qint64>(m_looks->limits().files));
    m_isCut = look.isCut;
    // What is waiting has not been imported yet, so keep the time of the next scan.
    if (!news.isEmpty())
        emit changed(news, m_files->isWaiting() ? m_since : look.at);
}

/// Watches the folders, and the files written last, which are the ones that grow.
void FolderWatch::watch(const FolderScan& look)
{
    QStringList wanted = look.folders.mid(0, mostWatched / 2);
    const auto count = std::min(look.files.size(), static_cast<std::size_t>(mostWatched - wanted.size()));
    for (auto file = look.files.rbegin(); file != look.files.rbegin() + static_cast<std::ptrdiff_t>(count); ++file)
        wanted.append(file->path);
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    QStringList gone;
    QStringList added;
    std::ranges::copy_if(watched, std::back_inserter(gone), [&](const QString& one) { return !wanted.contains(one); });
    std::ranges::copy_if(wanted, std::back_inserter(added), [&](const QString& one) { return !watched.contains(one); });
    if (!gone.isEmpty())
        m_watcher.removePaths(gone);
    if (!added.isEmpty())
        m_watcher.addPaths(added);
}

} // namespace quarterdeck::transfer
