#include "team_folder_source.h"

#include "formats/metagpt/team_folder.h"
#include "sentences.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <optional>

namespace quarterdeck::transfer {

using session::Result;

namespace {

constexpr qint64 mostBytes = qint64{256} << 20;
constexpr int mostMembers = 256;

/// Reads a folder's files, as long as they are not too large together.
class Files
{
public:
    [[nodiscard]] std::string text(const QString& path)
    {
        QFile file(path);
        if (!QFileInfo(path).isFile() || m_error) {
            return {};
        }
        if (!file.open(QIODevice::ReadOnly)) {
            m_error = sentences::notReadable(path.toStdString(), file.errorString().toStdString());
            return {};
        }
        const QByteArray bytes = file.read(mostBytes - m_bytes + 1);
        m_bytes += bytes.size();
        if (m_bytes > mostBytes) {
            m_error = sentences::teamTooLarge(path.toStdString());
        }
        m_modified = std::max(m_modified, QFileInfo(path).lastModified().toMSecsSinceEpoch());
        return m_error ? std::string() : bytes.toStdString();
    }
    [[nodiscard]] const std::optional<session::Error>& error() const { return m_error; }
    [[nodiscard]] Timestamp modified() const { return {m_modified}; }

private:
    qint64 m_bytes = 0;
    qint64 m_modified = 0;
    std::optional<session::Error> m_error;
};

/// The environment's folder inside a team's folder, or the folder itself; empty = neither.
QString environmentOf(const QString& path)
{
    for (const QString& folder : {path + QStringLiteral("/environment"), path}) {
        if (QFileInfo(folder + QStringLiteral("/roles.json")).isFile()
            && QFileInfo(folder + QStringLiteral("/roles")).isDir()) {
            return folder;
        }
    }
    return {};
}

formats::metagpt::TeamFolder folderAt(const QString& path, Files& files)
{
    const QString environment = environmentOf(path);
    const QString beside = environment == path ? QFileInfo(path).dir().path() : path;
    formats::metagpt::TeamFolder folder;
    folder.name = QFileInfo(path).fileName().toStdString();
    folder.info = files.text(beside + QStringLiteral("/team_info.json"));
    folder.roles = files.text(environment + QStringLiteral("/roles.json"));
    folder.memory = files.text(environment + QStringLiteral("/memory.json"));
    const QDir roles(environment + QStringLiteral("/roles"));
    for (const QString& name :
         roles.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name).mid(0, mostMembers)) {
        folder.members.push_back({name.toStdString(),
                                  files.text(roles.filePath(name + QStringLiteral("/role_info.json"))),
                                  files.text(roles.filePath(name + QStringLiteral("/memory.json")))});
    }
    return folder;
}

QString plainPath(const std::string& path) { return QDir::cleanPath(QString::fromStdString(path)); }

} // namespace

bool TeamFolderSource::isTeam(const std::string& path)
{
    return QFileInfo(plainPath(path)).isDir() && !environmentOf(plainPath(path)).isEmpty();
}

TeamFolderSource::TeamFolderSource(formats::MemorySource text, std::int64_t size)
    : m_text(std::move(text))
    , m_size(size)
{ }

Result<std::unique_ptr<TeamFolderSource>> TeamFolderSource::open(const ImportFile& file)
{
    Files files;
    formats::metagpt::TeamFolder folder = folderAt(QFileInfo(plainPath(file.path)).absoluteFilePath(), files);
    if (files.error()) {
        return tl::unexpected(*files.error());
    }
    auto text = formats::metagpt::teamText(folder);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto size = static_cast<std::int64_t>(text->size());
    const Timestamp modified = file.modified.value_or(files.modified());
    return std::unique_ptr<TeamFolderSource>(new TeamFolderSource({folder.name, std::move(*text), modified}, size));
}

Result<std::size_t> TeamFolderSource::read(char* to, std::size_t most)
{
    const auto count = m_text.read(to, most);
    m_given += count ? static_cast<std::int64_t>(*count) : 0;
    return count;
}

Result<std::size_t> TeamFolderSource::rewind()
{
    m_given = 0;
    return m_text.rewind();
}

Result<std::string> TeamFolderSource::attachment(const std::string& folder, const formats::AttachmentHash& hash,
                                                 std::int64_t most) const
{
    return m_text.attachment(folder, hash, most);
}

} // namespace quarterdeck::transfer
