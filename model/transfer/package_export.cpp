#include "model/transfer/package_export.h"

#include "model/transfer/transfer_errors.h"

#include <QFile>
#include <QFileInfo>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace quarterdeck::transfer {

using session::Nothing;
using session::Result;

namespace {

/// Follows links, as other exports do, even if the target does not exist yet.
std::string withoutLinks(const std::string& path)
{
    constexpr int most = 128;
    QFileInfo file(QString::fromStdString(path));
    for (int i = 0; i < most && file.isSymLink(); ++i) {
        file.setFile(file.symLinkTarget());
    }
    return file.isSymLink() ? path : file.filePath().toStdString();
}

} // namespace

PackageExport::PackageExport(const PackageFiles& files, std::string path, QObject* completions,
                             const std::atomic<bool>& isCancelled)
    : m_files(files)
    , m_path(std::move(path))
    , m_completions(completions)
    , m_isCancelled(isCancelled)
{ }

Result<Nothing> PackageExport::begin()
{
    m_target = withoutLinks(m_path);
    // On the same disk, so that moving it takes one step.
    const QString beside = QFileInfo(QString::fromStdString(m_target)).absolutePath();
    m_folder = std::make_unique<QTemporaryDir>(beside + QStringLiteral("/.qdeck-XXXXXX"));
    if (!m_folder->isValid()) {
        return tl::unexpected(errors::notWritable(m_path, m_folder->errorString().toStdString()));
    }
    m_making = m_folder->filePath(QStringLiteral("session.qdeck")).toStdString();
    auto library = m_files.make(m_making, m_completions);
    if (!library) {
        return tl::unexpected(errors::notWritable(m_path, library.error().detail));
    }
    m_library = std::move(*library);
    m_log.emplace(FileImport::Context{*m_library, m_writes, m_isCancelled, false, [](std::int64_t) {}}, m_report);
    m_log->beginLog();
    return Nothing{};
}

void PackageExport::event(const session::Event& event) { m_log->acceptEvent(event); }

void PackageExport::attachment(formats::RecordedAttachment attachment)
{
    m_log->acceptAttachment(std::move(attachment));
}

bool PackageExport::hasFailed() const { return m_log->isStopped(); }

Result<Nothing> PackageExport::finish()
{
    m_log->endSession();
    const bool isStored = !m_log->isStopped() && m_log->commit();
    m_log.reset();
    m_library.reset(); // closed: all is in the file
    if (m_isCancelled) {
        return tl::unexpected(errors::exportCancelled());
    }
    if (!isStored) {
        const auto cause = m_writes.error() ? m_writes.error() : m_report.error;
        return tl::unexpected(errors::notWritable(m_path, cause ? cause->sentence : std::string()));
    }
    if (const auto sealed = m_files.seal(m_making); !sealed) {
        return tl::unexpected(errors::notWritable(m_path, sealed.error().sentence));
    }
    shareAsEver();
    if (std::rename(m_making.c_str(), m_target.c_str()) != 0) {
        return tl::unexpected(errors::notWritable(m_path, std::strerror(errno)));
    }
    return Nothing{};
}

/// A library is private to its owner; a file that the person saves follows the umask.
void PackageExport::shareAsEver() const
{
    QFile other(m_folder->filePath(QStringLiteral("rights")));
    if (other.open(QIODevice::WriteOnly))
        QFile::setPermissions(QString::fromStdString(m_making), other.permissions());
}

} // namespace quarterdeck::transfer
