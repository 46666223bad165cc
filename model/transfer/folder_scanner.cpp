#include "model/transfer/folder_scanner.h"

#include "model/transfer/import/import_checkpoints.h"
#include "model/transfer/recording_file_names.h"

#include <QDateTime>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace quarterdeck::transfer {

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

} // namespace quarterdeck::transfer
