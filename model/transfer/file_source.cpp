#include "file_source.h"

#include "sentences.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

namespace quarterdeck::transfer {

namespace {

/// Names in a file are untrusted: no way out of the folder that the file lies in.
bool isPlainName(const QString& name)
{
    return !name.isEmpty() && !name.startsWith(QLatin1Char('.')) && !name.contains(QLatin1Char('/'))
        && !name.contains(QLatin1Char('\\')) && !name.contains(QChar(u'\0'));
}

bool isHash(const std::string& text)
{
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
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
        return tl::unexpected(sentences::noSuchFile(file.path));
    }
    if (info.isDir()) {
        return tl::unexpected(sentences::isFolder(file.path));
    }
    std::unique_ptr<FileSource> source(new FileSource(file));
    if (!source->m_file.open(QIODevice::ReadOnly)) {
        return tl::unexpected(sentences::notReadable(file.path, source->m_file.errorString().toStdString()));
    }
    return source;
}

session::Result<std::size_t> FileSource::read(char* to, std::size_t most)
{
    const qint64 count = m_file.read(to, static_cast<qint64>(most));
    if (count < 0) {
        return tl::unexpected(sentences::notReadable(m_path, m_file.errorString().toStdString()));
    }
    return static_cast<std::size_t>(count);
}

session::Result<std::size_t> FileSource::rewind()
{
    if (!m_file.seek(0)) {
        return tl::unexpected(sentences::notReadable(m_path, m_file.errorString().toStdString()));
    }
    return 0;
}

session::Result<std::string> FileSource::attachment(const std::string& folder, const formats::AttachmentHash& hash,
                                                    std::int64_t most) const
{
    const QString folderName = QString::fromStdString(folder);
    if (!isPlainName(folderName) || !isHash(hash.str())) {
        return tl::unexpected(sentences::noSuchFile(folder + "/" + hash.str()));
    }
    const QDir beside = QFileInfo(m_file.fileName()).dir();
    QFile file(beside.filePath(folderName + QLatin1Char('/') + QString::fromStdString(hash.str())));
    if (!QFileInfo(file.fileName()).isFile() || !file.open(QIODevice::ReadOnly)) {
        return tl::unexpected(sentences::noSuchFile(file.fileName().toStdString()));
    }
    if (file.size() > most) {
        return tl::unexpected(sentences::attachmentTooLarge(file.fileName().toStdString()));
    }
    return file.readAll().toStdString();
}

} // namespace quarterdeck::transfer
