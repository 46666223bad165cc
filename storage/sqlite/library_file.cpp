#include "storage/sqlite/library_file.h"

#include "storage/recover/replacement.h"
#include "storage/storage_errors.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>
#include <QString>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>

namespace quarterdeck::storage {

std::string resolveLibraryPath(const std::string& library)
{
    constexpr int mostLinks = 40; // as the system follows
    QFileInfo info(QString::fromStdString(library));
    if (const QString canonical = info.canonicalFilePath(); !canonical.isEmpty())
        return canonical.toStdString();
    for (int i = 0; i < mostLinks && info.isSymLink(); ++i)
        info = QFileInfo(info.symLinkTarget());
    const QString folder = QDir(info.absolutePath()).canonicalPath();
    return (folder.isEmpty() ? info.absoluteFilePath() : QDir(folder).filePath(info.fileName())).toStdString();
}

bool isDanglingLink(const std::string& library)
{
    const QFileInfo info(QString::fromStdString(library));
    return info.isSymLink() && !info.exists();
}

namespace {

constexpr mode_t forOwnerAlone = 0600;
constexpr mode_t everybody = 0666;

/// None for a file that does not exist.
mode_t rightsOf(const std::string& path)
{
    struct stat found
    { };
    return stat(path.c_str(), &found) == 0 ? found.st_mode & everybody : 0;
}

} // namespace

bool createOwnerOnlyFile(const std::string& path)
{
    const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, forOwnerAlone);
    if (made < 0)
        return false;
    ::close(made);
    return true;
}

void restrictPermissionsTo(std::initializer_list<std::string> others, const std::string& file)
{
    mode_t rights = everybody;
    for (const std::string& other : others)
        rights &= rightsOf(other);
    // A file system without permissions refuses this, and does not need it.
    (void)chmod(file.c_str(), rights | forOwnerAlone);
}

namespace {

std::error_code lastError() { return {errno, std::generic_category()}; }

} // namespace

std::error_code syncFile(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return lastError();
    const std::error_code failure = ::fsync(descriptor) == 0 ? std::error_code() : lastError();
    ::close(descriptor);
    return failure;
}

std::error_code syncFolderOf(const std::string& path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return syncFile(folder.empty() ? "." : folder.string());
}

} // namespace quarterdeck::storage

namespace quarterdeck::storage::backup {

std::int64_t sizeOf(const std::string& library)
{
    return QFileInfo(QString::fromStdString(library)).size()
        + QFileInfo(QString::fromStdString(library + "-wal")).size();
}

std::optional<conversation::Error> checkFreeSpace(const std::string& library, std::int64_t bytes,
                                                  const std::string& place, std::int64_t kept)
{
    const QStorageInfo disk(QFileInfo(QString::fromStdString(place)).absolutePath());
    const std::int64_t needed = bytes + kept;
    if (!disk.isValid() || disk.bytesAvailable() >= needed)
        return std::nullopt;
    return errors::noRoomForCopy(library, needed, disk.bytesAvailable());
}

} // namespace quarterdeck::storage::backup

namespace quarterdeck::storage::sqlite {

FileIdentityMonitor::FileIdentityMonitor(std::string path) : m_path(std::move(path))
{
    struct stat found
    { };
    if (stat(m_path.c_str(), &found) != 0)
        return;
    m_device = found.st_dev;
    m_file = found.st_ino;
    m_size = found.st_size;
}

FileIdentityMonitor::State FileIdentityMonitor::look()
{
    struct stat found
    { };
    if (stat(m_path.c_str(), &found) != 0 || found.st_dev != m_device || found.st_ino != m_file)
        return State::Gone;
    if (found.st_size < m_size)
        return State::CutShort;
    m_size = found.st_size;
    return State::InPlace;
}

} // namespace quarterdeck::storage::sqlite

namespace quarterdeck::storage::recover {

namespace {

const QString momentFormat = QStringLiteral("yyyy-MM-dd HH.mm.ss");

QString suffixOf(const QFileInfo& file)
{
    return file.suffix().isEmpty() ? QString() : QLatin1Char('.') + file.suffix();
}

/// What the brackets contain: a word, the moment, and a number from the second file on.
std::optional<SetAsideFile> asideFrom(const QString& bracketed)
{
    const QString word = bracketed.section(QLatin1Char(' '), 0, 0);
    const QString behind = bracketed.mid(word.size() + 1);
    const QDateTime moment = QDateTime::fromString(behind.left(momentFormat.size()), momentFormat);
    const QString number = behind.mid(momentFormat.size());
    if (word.isEmpty() || !moment.isValid() || !(number.isEmpty() || number.startsWith(QLatin1String(", "))))
        return std::nullopt;
    return SetAsideFile{{}, word.toStdString(), {moment.toMSecsSinceEpoch()}};
}

} // namespace

std::string setAsideName(const std::string& path, std::string_view word)
{
    const QFileInfo info(QString::fromStdString(path));
    const QString moment = QDateTime::currentDateTime().toString(momentFormat);
    const QString suffix = suffixOf(info);
    for (int i = 1;; ++i) {
        const QString number = i == 1 ? QString() : QStringLiteral(", %1").arg(i);
        const QString name =
            QStringLiteral("%1/%2 (%3 %4%5)%6")
                .arg(info.absolutePath(), info.completeBaseName(),
                     QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())), moment, number, suffix);
        if (!QFileInfo::exists(name))
            return name.toStdString();
    }
}

std::vector<SetAsideFile> setAsideFilesOf(const std::string& path)
{
    const QFileInfo info(QString::fromStdString(path));
    const QString begin = info.completeBaseName() + QLatin1String(" (");
    const QString end = QLatin1Char(')') + suffixOf(info);
    std::vector<SetAsideFile> asides;
    for (const QFileInfo& file : info.absoluteDir().entryInfoList(QDir::Files)) {
        const QString name = file.fileName();
        if (!name.startsWith(begin) || !name.endsWith(end) || name.size() < begin.size() + end.size())
            continue;
        std::optional<SetAsideFile> aside = asideFrom(name.mid(begin.size(), name.size() - begin.size() - end.size()));
        if (!aside)
            continue;
        aside->path = file.absoluteFilePath().toStdString();
        asides.push_back(std::move(*aside));
    }
    return asides;
}

std::error_code replaceFile(const std::string& path, const std::string& aside, const std::string& replacement)
{
    return Replacement(path, aside, replacement).run();
}

} // namespace quarterdeck::storage::recover
