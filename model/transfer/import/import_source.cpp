#include "model/transfer/import/import_source.h"

#include "model/session/safe_files.h"
#include "model/transfer/import/compressed_source.h"
#include "model/transfer/import/cursor_source.h"
#include "model/transfer/import/eval_source.h"
#include "model/transfer/import/event_folder_source.h"
#include "model/transfer/import/opencode_source.h"
#include "model/transfer/import/package_source.h"
#include "model/transfer/import/split_transcript.h"
#include "model/transfer/import/studio_source.h"
#include "model/transfer/import/team_folder_source.h"
#include "model/transfer/package.h"
#include "model/transfer/transfer_errors.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace quarterdeck::transfer {

namespace {

template <typename Source>
session::Result<std::unique_ptr<ImportSource>> asSource(session::Result<std::unique_ptr<Source>> source)
{
    if (!source) {
        return tl::unexpected(source.error());
    }
    return std::unique_ptr<ImportSource>(std::move(*source));
}

} // namespace

session::Result<std::unique_ptr<ImportSource>> openSource(const ImportFile& file, const QStringList& parts,
                                                          const std::function<bool()>& goesOn)
{
    if (file.isFound && QFileInfo(QString::fromStdString(file.path)).isSymLink()) {
        return tl::unexpected(errors::isLink(file.path));
    }
    if (TeamFolderSource::isTeam(file.path)) {
        return asSource(TeamFolderSource::open(file));
    }
    if (EventFolderSource::isEventFolder(QString::fromStdString(file.path))) {
        return asSource(EventFolderSource::open(file));
    }
    if (isPackage(file.path)) {
        return asSource(PackageSource::open(file, goesOn));
    }
    if (!parts.isEmpty()) {
        return asSource(SplitTranscript::open(file, parts));
    }
    if (OpenCodeSource::isOpenCode(file.path)) {
        return asSource(OpenCodeSource::open(file, goesOn));
    }
    if (EvalSource::isEval(QString::fromStdString(file.path))) {
        return asSource(EvalSource::open(file));
    }
    if (CursorSource::isCursor(file.path)) {
        return asSource(CursorSource::open(file, goesOn));
    }
    if (isCompressed(QString::fromStdString(file.path))) {
        return asSource(CompressedSource::open(file));
    }
    return StudioSource::isDatabase(file.path) ? asSource(StudioSource::open(file, goesOn))
                                               : asSource(FileSource::open(file));
}

namespace {

/// Names in a file are untrusted and must not lead out of the file's folder.
bool isPlainName(const QString& name)
{
    return !name.isEmpty() && !name.startsWith(QLatin1Char('.')) && !name.contains(QLatin1Char('/'))
        && !name.contains(QLatin1Char('\\')) && !name.contains(QChar(u'\0'));
}

bool isHash(const std::string& text)
{
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Opening a device may trigger something, and opening a pipe blocks.
bool isDeviceOrPipe(const std::string& path)
{
    std::error_code error;
    return std::filesystem::is_other(std::filesystem::status(path, error));
}

/// Without blocking, whatever may have taken the file's place since it was examined.
session::Result<session::Nothing> openAtOnce(QFile& file, const std::string& path, bool isFound)
{
    if (path.starts_with(':')) { // within the program
        return file.open(QIODevice::ReadOnly)
            ? session::Result<session::Nothing>()
            : tl::unexpected(errors::notReadable(path, file.errorString().toStdString()));
    }
    const int noLink = isFound ? O_NOFOLLOW : 0;
    const int opened =
        ::open(QFile::encodeName(file.fileName()).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | noLink);
    struct stat found
    { };
    if (opened < 0 || ::fstat(opened, &found) != 0
        || !file.open(opened, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) {
        return tl::unexpected(errors::notReadable(path, std::generic_category().message(errno)));
    }
    if (!S_ISREG(found.st_mode)) {
        return tl::unexpected(errors::isSpecialFile(path));
    }
    return {};
}

} // namespace

FileSource::FileSource(const ImportFile& file)
    : m_file(QString::fromStdString(file.path))
    , m_path(file.path)
    , m_name(QFileInfo(m_file.fileName()).fileName().toStdString())
{
    const QDateTime written = QFileInfo(m_file.fileName()).lastModified();
    m_modified = file.modified.value_or(Timestamp{written.isValid() ? written.toMSecsSinceEpoch() : 0});
}

session::Result<std::unique_ptr<FileSource>> FileSource::open(const ImportFile& file)
{
    const QFileInfo info(QString::fromStdString(file.path));
    if (!info.exists()) {
        std::error_code failure; // a folder that lets nobody in tells of none
        (void)std::filesystem::status(info.filesystemFilePath(), failure);
        return tl::unexpected(failure == std::errc::permission_denied
                                  ? errors::notReadable(file.path, failure.message())
                                  : errors::noSuchFile(file.path));
    }
    if (info.isDir()) {
        return tl::unexpected(errors::isFolder(file.path));
    }
    if (isDeviceOrPipe(file.path)) {
        return tl::unexpected(errors::isSpecialFile(file.path)); // it may never end
    }
    std::unique_ptr<FileSource> source(new FileSource(file));
    if (const auto opened = openAtOnce(source->m_file, file.path, file.isFound); !opened) {
        return tl::unexpected(opened.error());
    }
    if (file.isGrowing) {
        source->m_end = source->endOfLines();
    }
    return source;
}

qint64 FileSource::endOfLines()
{
    constexpr qint64 much = qint64{64} << 20; // no line that is being written is longer
    constexpr qint64 step = qint64{64} << 10;
    const qint64 size = m_file.size();
    QByteArray tail;
    qint64 at = size;
    while (at > 0 && size - at < much && !tail.contains('\n')) {
        const qint64 from = std::max<qint64>(at - step, 0);
        m_file.seek(from);
        tail.prepend(m_file.read(at - from));
        at = from;
    }
    m_file.seek(0);
    const QByteArray last = tail.mid(tail.lastIndexOf('\n') + 1);
    return nlohmann::json::accept(last.begin(), last.end()) ? size : size - last.size();
}

session::Result<std::size_t> FileSource::read(char* to, std::size_t most)
{
    qint64 wanted = static_cast<qint64>(most);
    if (m_end) {
        wanted = std::clamp<qint64>(*m_end - m_file.pos(), 0, wanted);
    }
    const qint64 count = m_file.read(to, wanted);
    if (count < 0) {
        return tl::unexpected(errors::notReadable(m_path, m_file.errorString().toStdString()));
    }
    return static_cast<std::size_t>(count);
}

session::Result<std::size_t> FileSource::rewind()
{
    if (!m_file.seek(0)) {
        return tl::unexpected(errors::notReadable(m_path, m_file.errorString().toStdString()));
    }
    return 0;
}

session::Result<std::string> FileSource::attachment(const std::string& folder, const formats::AttachmentHash& hash,
                                                    std::int64_t most) const
{
    const QString folderName = QString::fromStdString(folder);
    if (!isPlainName(folderName) || !isHash(hash.str())) {
        return tl::unexpected(errors::noSuchFile(folder + "/" + hash.str()));
    }
    const QString beside = QFileInfo(QString::fromStdString(m_path)).absolutePath();
    const QString name = folderName + QLatin1Char('/') + QString::fromStdString(hash.str());
    const std::string path = (beside + u'/' + name).toStdString();
    QFile file;
    const std::error_code failure = session::openBeneath(file, beside, name);
    if (failure) {
        return tl::unexpected(errors::notOpenedBeneath(path, failure));
    }
    if (file.size() > most) {
        return tl::unexpected(errors::attachmentTooLarge(path));
    }
    return file.readAll().toStdString();
}

session::Result<formats::NeighbourFile> FileSource::neighbour(const std::string& beginning, std::int64_t most) const
{
    if (!m_neighbours) {
        m_neighbours.emplace(QFileInfo(QString::fromStdString(m_path)).absolutePath());
    }
    return m_neighbours->find(m_name, beginning, most);
}

} // namespace quarterdeck::transfer
