#include "model/transfer/import/folder_files.h"

#include "model/transfer/import/event_folder_source.h"
#include "model/transfer/import/team_folder_source.h"
#include "model/transfer/transfer_errors.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <filesystem>
#include <utility>

namespace quarterdeck::transfer {

namespace {

/// Why a folder cannot be read: listing it, and examining its entries, are separate permissions.
std::error_code failureOf(const QString& path)
{
    const std::filesystem::path folder = QFileInfo(path).filesystemFilePath();
    std::error_code failure;
    const std::filesystem::directory_iterator listing(folder, failure);
    if (!failure) {
        (void)std::filesystem::status(folder / ".", failure);
    }
    return failure;
}

/// Whether a folder is itself a recording.
bool isRecordingFolder(const std::string& path)
{
    return TeamFolderSource::isTeam(path) || EventFolderSource::isEventFolder(QString::fromStdString(path));
}

class Folder
{
public:
    Folder(const ImportFile& request, const std::atomic<bool>& isCancelled, const FolderLimits& limits,
           std::vector<FileToImport>& wanted)
        : m_request(request)
        , m_isCancelled(isCancelled)
        , m_limits(limits)
        , m_wanted(wanted)
    { }

    void look(const QString& path, int depth)
    {
        if (const std::error_code failure = failureOf(path)) {
            fail(path, errors::notReadable(path.toStdString(), failure.message()));
            return;
        }
        const QFileInfoList entries =
            QDir(path).entryInfoList(QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks,
                                     QDir::Name | QDir::DirsLast);
        for (const QFileInfo& entry : entries) {
            if (m_isCancelled || m_isFull) {
                return;
            }
            const std::string name = entry.absoluteFilePath().toStdString();
            if (entry.isDir() ? isPassedOver(entry) : isAboutPart(entry)) {
                continue;
            }
            if (!entry.isDir() || isRecordingFolder(name)) {
                add(name);
            } else if (depth < m_limits.levels) {
                look(entry.absoluteFilePath(), depth + 1);
            } else {
                fail(entry.absoluteFilePath(), errors::tooDeepFolder(name, m_limits.levels));
            }
        }
    }

private:
    void add(const std::string& path, std::optional<Error> failure = {})
    {
        m_isFull = m_count++ >= m_limits.files;
        m_wanted.push_back({m_request, m_request.path});
        m_wanted.back().file.path = path;
        m_wanted.back().file.isFound = true;
        m_wanted.back().failure =
            m_isFull ? errors::tooManyFiles(m_request.path, m_limits.files, path) : std::move(failure);
    }

    void fail(const QString& path, Error failure) { add(path.toStdString(), std::move(failure)); }

    /// What Claude Code notes about a sub-agent beside its transcript.
    [[nodiscard]] static bool isAboutPart(const QFileInfo& file)
    {
        const QString ending = QStringLiteral(".meta.json");
        const QString path = file.absoluteFilePath();
        return file.fileName().startsWith(QStringLiteral("agent-")) && path.endsWith(ending)
            && QFileInfo(path.chopped(ending.size()) + QStringLiteral(".jsonl")).isFile();
    }

    [[nodiscard]] static bool isPassedOver(const QFileInfo& folder)
    {
        const QString attachments = QStringLiteral(".attachments");
        const QString path = folder.absoluteFilePath();
        return folder.fileName() == QStringLiteral(".git")
            || (path.endsWith(attachments) && QFileInfo(path.chopped(attachments.size())).isFile());
    }

    const ImportFile& m_request;
    const std::atomic<bool>& m_isCancelled;
    const FolderLimits& m_limits;
    std::size_t m_count = 0; ///< of what was found in it
    bool m_isFull = false;   ///< and that was said
    std::vector<FileToImport>& m_wanted;
};

/// Parts of a transcript are imported with it, once.
void joinParts(std::vector<FileToImport>& wanted, SubAgentFileCache& known, const std::atomic<bool>& isCancelled)
{
    const auto keyOf = [](const FileToImport& one) {
        return QDir::cleanPath(QFileInfo(QString::fromStdString(one.file.path)).absoluteFilePath());
    };
    SubAgentFiles parts(known);
    QHash<QString, bool> isTaken; ///< the transcripts that parts were found of
    for (FileToImport& one : wanted) {
        if (isCancelled) {
            return;
        }
        if (one.failure) {
            continue;
        }
        const QString file = QString::fromStdString(one.file.path);
        const QString folder = EventFolderSource::folderOf(file);
        const QString whole = folder.isEmpty() ? parts.wholeOf(file) : folder;
        if (!whole.isEmpty()) {
            one.file.path = whole.toStdString();
            isTaken.insert(keyOf(one), false);
        }
    }
    std::erase_if(wanted, [&](const FileToImport& one) {
        const auto joined = isTaken.find(keyOf(one));
        return joined != isTaken.end() && std::exchange(*joined, true);
    });
    for (FileToImport& one : wanted) {
        one.parts = parts.partsOf(QString::fromStdString(one.file.path));
    }
}

} // namespace

bool isPlainFolder(const std::string& path)
{
    return QFileInfo(QString::fromStdString(path)).isDir() && !isRecordingFolder(path);
}

std::vector<FileToImport> listFilesToImport(const std::vector<ImportFile>& files, SubAgentFileCache& known,
                                            const std::atomic<bool>& isCancelled, FolderLimits limits)
{
    std::vector<FileToImport> wanted;
    for (const ImportFile& file : files) {
        if (isPlainFolder(file.path)) {
            Folder(file, isCancelled, limits, wanted).look(QString::fromStdString(file.path), 0);
        } else {
            wanted.push_back({file});
        }
    }
    joinParts(wanted, known, isCancelled);
    return wanted;
}

} // namespace quarterdeck::transfer
