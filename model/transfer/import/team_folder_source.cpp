#include "model/transfer/import/team_folder_source.h"

#include "model/formats/metagpt/team_reader.h"
#include "model/session/safe_files.h"
#include "model/transfer/transfer_errors.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace quarterdeck::transfer {

using session::openBeneath;
using session::Result;

namespace {

constexpr qint64 mostBytes = qint64{256} << 20;
constexpr int mostMembers = 256;

/// Reads a folder's files, as long as they are not too large together. Links in it are not followed: what they lead to
/// would become part of the session.
class Files
{
public:
    explicit Files(QString folder) : m_folder(std::move(folder)) { }

    /// `name`: below the folder. Empty if there is no such file.
    [[nodiscard]] std::string text(const QString& name)
    {
        const std::string path = (m_folder + u'/' + name).toStdString();
        QFile file;
        const std::error_code failure =
            m_error ? std::make_error_code(std::errc::no_such_file_or_directory) : openBeneath(file, m_folder, name);
        if (failure == std::errc::no_such_file_or_directory) {
            return {};
        }
        if (failure) {
            m_error = errors::notOpenedBeneath(path, failure);
            return {};
        }
        const QByteArray bytes = file.read(mostBytes - m_bytes + 1);
        m_bytes += bytes.size();
        if (m_bytes > mostBytes) {
            m_error = errors::teamTooLarge(path);
        }
        m_modified = std::max(m_modified, file.fileTime(QFileDevice::FileModificationTime).toMSecsSinceEpoch());
        return m_error ? std::string() : bytes.toStdString();
    }
    [[nodiscard]] const QString& folder() const { return m_folder; }
    [[nodiscard]] const std::optional<session::Error>& error() const { return m_error; }
    [[nodiscard]] Timestamp modified() const { return {m_modified}; }

private:
    QString m_folder;
    qint64 m_bytes = 0;
    qint64 m_modified = 0;
    std::optional<session::Error> m_error;
};

/// Where a team's files are: its folder, which the person may have named by a link, and in it the environment's.
struct Places
{
    QString team;
    QString environment; ///< below the team's, with a slash at its end
};

bool isEnvironment(const QString& folder)
{
    const QFileInfo list(folder + QStringLiteral("/roles.json"));
    const QFileInfo roles(folder + QStringLiteral("/roles"));
    return list.isFile() && roles.isDir() && !roles.isSymLink();
}

/// Of a team's folder, or of its environment's; empty = it is neither.
std::optional<Places> placesAt(const QString& path)
{
    const QFileInfo inside(path + QStringLiteral("/environment"));
    if (!inside.isSymLink() && isEnvironment(inside.filePath())) {
        return Places{path, QStringLiteral("environment/")};
    }
    if (!isEnvironment(path)) {
        return std::nullopt;
    }
    const QFileInfo folder(QFileInfo(path).canonicalFilePath());
    return Places{folder.path(), folder.fileName() + u'/'};
}

formats::metagpt::TeamFolder folderAt(const QString& path, const QString& environment, Files& files)
{
    formats::metagpt::TeamFolder folder;
    folder.name = QFileInfo(path).fileName().toStdString();
    folder.info = files.text(QStringLiteral("team_info.json"));
    folder.roles = files.text(environment + QStringLiteral("roles.json"));
    folder.memory = files.text(environment + QStringLiteral("memory.json"));
    const QString roles = environment + QStringLiteral("roles/");
    const QStringList names =
        QDir(files.folder() + u'/' + roles).entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name);
    for (const QString& name : names.mid(0, mostMembers)) {
        folder.members.push_back({name.toStdString(), files.text(roles + name + QStringLiteral("/role_info.json")),
                                  files.text(roles + name + QStringLiteral("/memory.json"))});
    }
    return folder;
}

QString plainPath(const std::string& path) { return QDir::cleanPath(QString::fromStdString(path)); }

} // namespace

bool TeamFolderSource::isTeam(const std::string& path)
{
    return QFileInfo(plainPath(path)).isDir() && placesAt(plainPath(path)).has_value();
}

TeamFolderSource::TeamFolderSource(formats::MemorySource text, std::int64_t size)
    : m_text(std::move(text))
    , m_size(size)
{ }

Result<std::unique_ptr<TeamFolderSource>> TeamFolderSource::open(const ImportFile& file)
{
    const QString path = QFileInfo(plainPath(file.path)).absoluteFilePath();
    const std::optional<Places> places = placesAt(path);
    if (!places) {
        return tl::unexpected(errors::noSuchFile(file.path)); // it went since it was looked at
    }
    Files files(places->team);
    formats::metagpt::TeamFolder folder = folderAt(path, places->environment, files);
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
