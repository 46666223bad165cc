#include "app/services/team_store.h"

#include "app/services/model_servers.h"
#include "model/gateway/program_access.h"
#include "model/session/safe_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QSaveFile>
#include <QStandardPaths>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace quarterdeck::app {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;
using team::TeamDefinition;

namespace {

struct TeamStoreText
{
    Q_DECLARE_TR_FUNCTIONS(TeamStore)
};

constexpr qsizetype longestId = 60;
constexpr qint64 longestFile = (1 << 20) + 1; // one byte more than a team may have
constexpr qsizetype mostFiles = 1000;

QString ending() { return QStringLiteral(".json"); }

QString shownPath(const QString& path) { return QDir::toNativeSeparators(path); }

Error failure(ErrorCode code, const QString& sentence) { return {code, sentence.toStdString(), {}}; }

/// Letters and digits of any script: a valid file name on every system, and never a path.
QString slugOf(const std::string& name)
{
    QString slug;
    for (const QChar letter : QString::fromStdString(name).toLower()) {
        if (letter.isLetterOrNumber())
            slug += letter;
        else if (!slug.isEmpty() && !slug.endsWith(u'-'))
            slug += u'-';
        if (slug.size() >= longestId)
            break;
    }
    while (slug.endsWith(u'-'))
        slug.chop(1);
    return slug.isEmpty() ? QStringLiteral("team") : slug;
}

QString freePath(const QString& folder, const QString& base)
{
    QString path = QDir(folder).filePath(base + ending());
    for (int number = 2; QFileInfo::exists(path) || QFileInfo(path).isSymLink(); ++number)
        path = QDir(folder).filePath(base + QStringLiteral("-%1").arg(number) + ending());
    return path;
}

} // namespace

Result<TeamDefinition> readTeamFile(const QString& path)
{
    QFile file(path);
    // Rules out what never ends, such as a pipe.
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return tl::unexpected(
            failure(ErrorCode::Io,
                    TeamStoreText::tr("“%1” cannot be read: %2")
                        .arg(shownPath(path),
                             file.error() == QFileDevice::NoError ? TeamStoreText::tr("it is not a file")
                                                                  : file.errorString())));
    auto team = team::teamFromText(file.read(longestFile).toStdString());
    if (team)
        return team;
    return tl::unexpected(
        failure(ErrorCode::BadInput,
                QStringLiteral("“%1”: %2").arg(shownPath(path), QString::fromStdString(team.error().sentence))));
}

Result<void> writeTeamFile(const QString& path, const TeamDefinition& team)
{
    session::makePrivateFolder(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    const std::string text = team::jsonOf(team).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
    const bool isWritten = file.open(QIODevice::WriteOnly)
        && file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size())
        && session::commitAtomically(file);
    if (isWritten)
        return {};
    return tl::unexpected(failure(
        ErrorCode::Io, TeamStoreText::tr("“%1” cannot be written: %2").arg(shownPath(path), file.errorString())));
}

QString TeamStore::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/teams");
}

QString TeamStore::pathOf(const QString& id) const { return QDir(m_folder).filePath(id + ending()); }

QString TeamStore::freeId(const std::string& name) const
{
    return QFileInfo(freePath(m_folder, slugOf(name))).completeBaseName();
}

OwnTeams TeamStore::load() const
{
    OwnTeams found;
    const QStringList files =
        QDir(m_folder).entryList({QStringLiteral("*") + ending()}, QDir::Files, QDir::Name).mid(0, mostFiles);
    for (const QString& file : files) {
        auto team = readTeamFile(QDir(m_folder).filePath(file));
        if (team)
            found.teams.push_back({QFileInfo(file).completeBaseName(), std::move(*team)});
        else
            found.problems.push_back(TeamStoreText::tr("This file is left unchanged, and its team is not listed. %1")
                                         .arg(QString::fromStdString(team.error().sentence))
                                         .toStdString());
    }
    std::ranges::stable_sort(found.teams, {}, [](const OwnTeam& one) { return one.team.name; });
    return found;
}

Result<OwnTeam> TeamStore::save(const TeamDefinition& team, const std::optional<OwnTeam>& before) const
{
    // What cannot be read back must not become a file.
    auto checked = team::teamFromJson(team::jsonOf(team));
    if (!checked)
        return tl::unexpected(checked.error());
    QString id;
    if (before && !before->id.isEmpty()) {
        const auto now = readTeamFile(pathOf(before->id));
        if (now && *now == before->team)
            id = before->id;
    }
    if (id.isEmpty())
        id = freeId(team.name);
    const auto written = writeTeamFile(pathOf(id), *checked);
    if (!written)
        return tl::unexpected(written.error());
    return OwnTeam{id, std::move(*checked)};
}

Result<void> TeamStore::remove(const QString& id) const
{
    const QString path = pathOf(id);
    if (!QFileInfo::exists(path))
        return {};
    const QString removed = QDir(m_folder).filePath(QStringLiteral("removed"));
    session::makePrivateFolder(removed);
    QFile file(path);
    if (file.rename(freePath(removed, id)))
        return {};
    return tl::unexpected(failure(
        ErrorCode::Io, TeamStoreText::tr("“%1” cannot be removed: %2").arg(shownPath(path), file.errorString())));
}

Result<TeamDefinition> TeamStore::named(const QString& name) const
{
    const OwnTeams all = load();
    const auto found = std::ranges::find_if(all.teams, [&](const OwnTeam& one) {
        return one.id == name || QString::fromStdString(one.team.name).compare(name, Qt::CaseInsensitive) == 0;
    });
    if (found != all.teams.end())
        return found->team;
    // Its file may exist and be broken; that is then what the person has to know.
    if (name == QFileInfo(name).fileName() && QFileInfo(pathOf(name)).isFile())
        return readTeamFile(pathOf(name));
    return tl::unexpected(failure(ErrorCode::NotFound,
                                  TeamStoreText::tr("There is no team “%1”, and no file with that name.").arg(name)));
}

namespace {
Q_LOGGING_CATEGORY(logWorkspaces, "quarterdeck.app.workspaces")
}

std::vector<std::string> keptFromTeams(const QString& library)
{
    const QFileInfo file(library);
    std::vector<std::string> kept;
    for (const QString& path :
         {file.absoluteFilePath(), file.absolutePath() + QStringLiteral("/backups"),
          file.absolutePath() + QStringLiteral("/teams"),
          QStandardPaths::writableLocation(QStandardPaths::AppDataLocation), ConnectionStore::defaultFolder()})
        kept.push_back(path.toStdString());
    return kept;
}

team::TeamGuard teamGuard(const QString& library)
{
    const QString path =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/team-marks.secret");
    const auto secret = gateway::accessTokenAt(path.toStdString());
    if (!secret)
        qCWarning(logWorkspaces).noquote() << QString::fromStdString(secret.error().detail);
    return {std::make_shared<const team::TeamMarks>(secret.value_or(std::string())), keptFromTeams(library)};
}

} // namespace quarterdeck::app
