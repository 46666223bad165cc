#include "transfer/folder_watch.h"

#include "file_source.h"
#include "formats/session_reader.h"
#include "session/held_file.h"
#include "studio_source.h"
#include "transfer/package.h"

#include <QDateTime>
#include <QDirIterator>
#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace quarterdeck::transfer {

namespace {

using namespace std::chrono_literals;

/// The system has a bound for what it watches; beyond ours the slow look must do.
constexpr qsizetype mostWatched = 400;
constexpr std::size_t mostFiles = 100'000;
/// One notice rarely comes alone.
constexpr auto shortPause = 200ms;

bool hasEnding(const QString& path, const char* ending)
{
    return path.endsWith(QLatin1String(ending), Qt::CaseInsensitive);
}

bool hasEndingOf(const QString& path, std::initializer_list<const char*> endings)
{
    return std::ranges::any_of(endings, [&](const char* ending) { return hasEnding(path, ending); });
}

bool isLog(const QString& path) { return hasEndingOf(path, {".txt", ".log"}); }

bool isDatabase(const QString& path) { return hasEndingOf(path, {".sqlite", ".sqlite3", ".db"}); }

/// Its name says little.
bool isOpenedToKnow(const QString& path)
{
    return isLog(path) || isDatabase(path) || hasEndingOf(path, {".pkl", ".pickle", ".qdeck"});
}

std::int64_t timeOf(const QDateTime& time) { return time.isValid() ? time.toMSecsSinceEpoch() : 0; }

/// Who is moved into a folder keeps the time it was written at.
std::int64_t arrivalOf(const QFileInfo& file)
{
    return std::max(timeOf(file.lastModified()), timeOf(file.metadataChangeTime()));
}

/// Of a folder that was moved or renamed, which the files in it do not tell; what comes into it changes both its times.
std::int64_t moveOf(const QFileInfo& folder)
{
    const std::int64_t changed = timeOf(folder.metadataChangeTime());
    return changed > timeOf(folder.lastModified()) ? changed : 0;
}

/// What a program that has a database open has not moved into it yet counts as a part of it.
QFileInfo logOf(const QFileInfo& file) { return QFileInfo(file.absoluteFilePath() + QStringLiteral("-wal")); }

} // namespace

/// Many files are no recordings: each is opened until it is known, or is too long to become one. One that is shorter
/// than it was is another.
class FolderWatch::Logs
{
public:
    /// What is not asked for until the next one is forgotten.
    void beginLook() { m_before = std::exchange(m_known, {}); }
    [[nodiscard]] bool isRecording(const File& file)
    {
        if (static_cast<std::size_t>(m_known.size()) >= mostFiles)
            return false;
        const auto before = m_before.constFind(file.path);
        Known known = before == m_before.constEnd() ? Known() : *before;
        if (!isSettled(known, file))
            known.isRecording = file.size > 0 && isRead(file.path);
        known.size = file.size;
        m_known.insert(file.path, known);
        return known.isRecording;
    }

private:
    static bool isRead(const QString& path)
    {
        // A library that is open here, or is just being opened: to open and close its file lets go of all the locks
        // that SQLite holds on it.
        if (session::isHeld(path.toStdString()) || QFileInfo::exists(path + QStringLiteral(".lock")))
            return false;
        if (hasEnding(path, ".qdeck"))
            return isPackage(path.toStdString());
        if (isDatabase(path))
            return StudioSource::isStudio(path.toStdString());
        ImportFile file;
        file.path = path.toStdString();
        const auto source = FileSource::open(file);
        return source && formats::ReaderRegistry::standard().knows(**source);
    }

    struct Known
    {
        bool isRecording = false;
        std::int64_t size = 0; ///< at the last look
    };
    [[nodiscard]] static bool isSettled(const Known& known, const File& file)
    {
        const bool isLong = known.size > mostRead && isLog(file.path);
        return file.size == known.size || (file.size > known.size && (known.isRecording || isLong));
    }

    static constexpr std::int64_t mostRead = 65'536;
    QHash<QString, Known> m_known;
    QHash<QString, Known> m_before; ///< as of the look before this one
};

bool FolderWatch::isOfLines(const QString& path) { return hasEnding(path, ".jsonl") || isLog(path); }

FolderWatch::FolderWatch(QString folder, std::int64_t since, QObject* parent, std::chrono::milliseconds pause)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_since(since)
    , m_pause(pause)
    , m_logs(std::make_shared<Logs>())
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FolderWatch::look);
    const auto soon = [this] {
        if (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > shortPause)
            m_timer.start(shortPause);
        m_isAskedAgain = m_isLooking;
    };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, soon);
    look();
}

FolderWatch::File FolderWatch::fileAt(const QFileInfo& file, std::int64_t moved)
{
    File found{file.absoluteFilePath(), file.size(), timeOf(file.lastModified()), std::max(arrivalOf(file), moved)};
    if (const QFileInfo log = logOf(file); isDatabase(found.path) && log.exists()) {
        found.size += log.size();
        found.written = std::max(found.written, timeOf(log.lastModified()));
        found.arrived = std::max(found.arrived, found.written);
    }
    return found;
}

FolderWatch::Look FolderWatch::lookInto(const QString& folder, Logs& logs, const std::stop_token& stop)
{
    logs.beginLook();
    Look look;
    look.at = QDateTime::currentMSecsSinceEpoch();
    look.folders.append(folder);
    QHash<QString, std::int64_t> moves; ///< when a folder below came to its place, as far as its times say so
    QDirIterator entries(folder, QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks,
                         QDirIterator::Subdirectories);
    while (!stop.stop_requested() && entries.hasNext() && look.files.size() < mostFiles) {
        const QString path = entries.next();
        const QFileInfo info = entries.fileInfo();
        const std::int64_t moved = moves.value(info.path());
        if (info.isDir()) {
            look.folders.append(path);
            moves.insert(path, std::max(moved, moveOf(info)));
        } else if (const File file = fileAt(info, moved);
                   isOpenedToKnow(path) ? logs.isRecording(file) : isOfLines(path) || hasEnding(path, ".json")) {
            look.files.push_back(file);
        }
    }
    std::ranges::stable_sort(look.files, {}, &File::written);
    return look;
}

void FolderWatch::look()
{
    if (std::exchange(m_isLooking, true))
        return;
    const auto take = m_receiver.on<Look>([this](const Look& found) { this->take(found); });
    m_thread = std::jthread(
        [take, folder = m_folder, logs = m_logs](const std::stop_token& stop) { take(lookInto(folder, *logs, stop)); });
}

void FolderWatch::tellAgain(const QStringList& files)
{
    constexpr std::int64_t never = -1; // no file is like this
    for (const QString& path : files)
        m_told.insert(path, {path, never, never, never});
}

/// A file of lines is ready at once, any other when two looks found it the same.
bool FolderWatch::isReady(const File& file)
{
    if (isOfLines(file.path))
        return true;
    const auto waiting = m_waiting.constFind(file.path);
    const bool isSame = waiting != m_waiting.constEnd() && waiting->isSame(file);
    if (isSame)
        m_waiting.remove(file.path);
    else
        m_waiting.insert(file.path, file);
    return isSame;
}

void FolderWatch::take(const Look& look)
{
    m_isLooking = false;
    QStringList news;
    for (const File& file : look.files) {
        const auto told = m_told.constFind(file.path);
        const bool isKnown = told != m_told.constEnd() ? told->isSame(file) : file.arrived <= m_since;
        if (isKnown || file.size == 0 || !isReady(file))
            continue;
        m_told.insert(file.path, file);
        news.append(file.path);
    }
    watch(look);
    const bool isSoon = std::exchange(m_isAskedAgain, false) || !m_waiting.isEmpty();
    m_timer.start(isSoon ? std::min<std::chrono::milliseconds>(shortPause, m_pause) : m_pause);
    // What waits is not taken in yet: the next look's time is the one to keep.
    if (!news.isEmpty())
        emit changed(news, m_waiting.isEmpty() ? look.at : m_since);
}

/// The folders, and the files that were written last: those grow.
void FolderWatch::watch(const Look& look)
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
