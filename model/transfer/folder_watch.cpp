#include "model/transfer/folder_watch.h"

#include "model/formats/session_reader.h"
#include "model/session/safe_files.h"
#include "model/transfer/import/compressed_source.h"
#include "model/transfer/import/cursor_source.h"
#include "model/transfer/import/eval_source.h"
#include "model/transfer/import/import_comparison.h"
#include "model/transfer/import/import_source.h"
#include "model/transfer/import/opencode_source.h"
#include "model/transfer/import/studio_source.h"
#include "model/transfer/package.h"

#include <QDateTime>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <sys/stat.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace quarterdeck::transfer {

namespace {

bool hasEndingOf(const QString& path, std::initializer_list<const char*> endings)
{
    return std::ranges::any_of(endings,
                               [&](const char* one) { return path.endsWith(QLatin1String(one), Qt::CaseInsensitive); });
}

} // namespace

bool isNamedAsLog(const QString& path) { return hasEndingOf(path, {".txt", ".log"}); }

bool isNamedAsDatabase(const QString& path) { return hasEndingOf(path, {".sqlite", ".sqlite3", ".db", ".vscdb"}); }

bool isNamedAsLines(const QString& path) { return hasEndingOf(path, {".jsonl"}) || isNamedAsLog(path); }

bool mustBeSniffed(const QString& path)
{
    return isNamedAsLog(path) || isNamedAsDatabase(path) || isCompressed(path)
        || hasEndingOf(path, {".pkl", ".pickle", ".qdeck", ".eval"});
}

bool mayBeRecording(const QString& path) { return hasEndingOf(path, {".jsonl", ".json"}) || mustBeSniffed(path); }

bool isLeft(const QString& path)
{
    const bool isNamedAsLibrary = isNamedAsDatabase(path) || hasEndingOf(path, {".qdeck"});
    return session::isOpenInThisProcess(path.toStdString())
        || (isNamedAsLibrary && QFileInfo::exists(path + QStringLiteral(".lock")));
}

bool isRecordingFile(const QString& path)
{
    if (isLeft(path))
        return false;
    if (hasEndingOf(path, {".qdeck"}))
        return isPackage(path.toStdString());
    if (isNamedAsDatabase(path))
        return StudioSource::isStudio(path.toStdString()) || OpenCodeSource::isOpenCode(path.toStdString())
            || CursorSource::isCursor(path.toStdString());
    ImportFile file;
    file.path = path.toStdString();
    file.isFound = true;
    if (isCompressed(path) || EvalSource::isEval(path)) {
        const auto opened = openSource(file, {}, [] { return true; });
        return opened && formats::ReaderRegistry::standard().canRead(**opened);
    }
    const auto source = FileSource::open(file);
    return source && formats::ReaderRegistry::standard().canRead(**source);
}

namespace {

constexpr std::int64_t nanosecondsPerMs = 1'000'000;

std::int64_t nanosecondsOf(const timespec& time) { return time.tv_sec * 1'000 * nanosecondsPerMs + time.tv_nsec; }

std::optional<struct stat> statusOf(const QString& path)
{
    struct stat status = {};
    return stat(QFile::encodeName(path).constData(), &status) == 0 ? std::optional(status) : std::nullopt;
}

/// A file that is moved keeps its modification time. What a program has not moved from an open database's log into the
/// database counts as part of it.
std::optional<FoundFile> fileAt(const QString& path, std::int64_t moved)
{
    const auto status = statusOf(path);
    if (!status)
        return std::nullopt;
    FoundFile found{path, status->st_size, nanosecondsOf(status->st_mtim), nanosecondsOf(status->st_ctim),
                    0,    status->st_ino};
    const auto log = isNamedAsDatabase(path) ? statusOf(path + QStringLiteral("-wal")) : std::nullopt;
    if (log) {
        found.size += log->st_size;
        found.written = std::max(found.written, nanosecondsOf(log->st_mtim));
        found.changed = std::max(found.changed, nanosecondsOf(log->st_ctim));
    }
    found.arrived = std::max(std::max(found.written, found.changed) / nanosecondsPerMs, moved);
    return found;
}

/// When a folder was moved or renamed, which its files do not show; adding entries would change both its times.
std::int64_t moveOf(const QString& folder)
{
    const auto status = statusOf(folder);
    if (!status)
        return 0;
    const std::int64_t changed = nanosecondsOf(status->st_ctim);
    return changed > nanosecondsOf(status->st_mtim) ? changed / nanosecondsPerMs : 0;
}

} // namespace

FolderScanner::FolderScanner(QString folder, std::int64_t since, ScanLimits limits)
    : m_folder(std::move(folder))
    , m_since(since)
    , m_limits(limits)
{ }

/// Permissions and names say nothing about the content, but whoever rewrites a file may restore its time.
bool FolderScanner::isSettled(const Known& before, const FoundFile& file)
{
    constexpr std::int64_t mostRead = 65'536; // to know what it is
    if (file.size == before.file.size)
        return file.written == before.file.written && file.changed == before.file.changed;
    const bool isLong = before.file.size > mostRead && isNamedAsLog(file.path);
    return file.size > before.file.size && (before.isRecordingFile || isLong);
}

std::optional<FoundFile> FolderScanner::found(const QString& path, std::int64_t moved)
{
    std::optional<FoundFile> file = fileAt(path, moved);
    if (!file)
        return std::nullopt;
    const auto before = m_before.constFind(path);
    const bool isNew = before == m_before.constEnd();
    Known known = isNew ? Known() : *before;
    if (mustBeSniffed(path) && (isNew || !isSettled(known, *file)))
        known.isRecordingFile = file->size > 0 && isRecordingFile(path);
    known.isRecordingFile = known.isRecordingFile || !mustBeSniffed(path);
    const bool isSame = !isNew && file->changed == known.file.changed && file->isAsLongAndOld(known.file);
    const bool isNews = file->arrived > m_since;
    file->print = isSame                                   ? known.file.print
        : known.isRecordingFile && isNews && !isLeft(path) ? edgesOf({{path.toStdString(), file->size}})
                                                           : QByteArray();
    known.file = *file;
    m_known.insert(path, known);
    return known.isRecordingFile ? file : std::nullopt;
}

FolderScan FolderScanner::look(const std::stop_token& stop)
{
    const auto begun = std::chrono::steady_clock::now();
    m_before = std::exchange(m_known, {}); // what is gone is forgotten
    FolderScan look;
    look.at = QDateTime::currentMSecsSinceEpoch();
    look.folders.append(m_folder);
    QHash<QString, std::int64_t> moves; ///< when a folder below came to its place, as far as its times say so
    QDirIterator entries(m_folder, QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks,
                         QDirIterator::Subdirectories);
    for (std::size_t count = 0; !stop.stop_requested() && entries.hasNext() && !look.isCut; ++count) {
        const QString path = QFileInfo(entries.next()).absoluteFilePath();
        const QString folder = path.left(path.lastIndexOf(u'/'));
        if (count >= m_limits.entries) {
            look.isCut = true;
        } else if (entries.fileInfo().isDir()) {
            look.folders.append(path);
            moves.insert(path, std::max(moves.value(folder), moveOf(path)));
        } else if (mayBeRecording(path)) {
            look.isCut = static_cast<std::size_t>(m_known.size()) >= m_limits.files;
            if (auto file = look.isCut ? std::nullopt : found(path, moves.value(folder)))
                look.files.push_back(std::move(*file));
        }
    }
    m_before = {};
    std::ranges::stable_sort(look.files, {}, &FoundFile::written);
    look.took = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
    return look;
}

/// Changed permissions, another name for the same file (as backup programs make) and a copy of itself are not
/// news.
bool WatchedFiles::isKnown(const FoundFile& file) const
{
    if (m_wanted.contains(file.path))
        return false;
    const auto known = m_known.constFind(file.path);
    if (known == m_known.constEnd())
        return file.arrived <= m_since;
    if (!file.isAsLongAndOld(*known))
        return false;
    const bool areRead = !file.print.isEmpty() && !known->print.isEmpty();
    return file.changed == known->changed || (areRead ? file.print == known->print : file.number == known->number);
}

bool WatchedFiles::isReady(const FoundFile& file, const Files& waited)
{
    if (isNamedAsLines(file.path))
        return true;
    const auto before = waited.constFind(file.path);
    const bool isSame = before != waited.constEnd() && before->isAsLongAndOld(file);
    if (!isSame)
        m_waiting.insert(file.path, file);
    return isSame;
}

QStringList WatchedFiles::changedFiles(const FolderScan& look)
{
    const Files waited = std::exchange(m_waiting, {}); // what is gone waits no more
    QStringList news;
    for (const FoundFile& file : look.files) {
        const bool isNews = !isKnown(file);
        if (file.size == 0 || (isNews && !isReady(file, waited)))
            continue;
        m_known.insert(file.path, file);
        m_wanted.remove(file.path);
        if (isNews)
            news.append(file.path);
    }
    return news;
}

void WatchedFiles::forget(const QStringList& files) { m_wanted += QSet<QString>(files.begin(), files.end()); }

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
