#include "app/cli/open_session.h"
#include "app/services/cli_text.h"
#include "app/services/run_models.h"
#include "app/services/team_store.h"
#include "app/services/workspaces.h"
#include "model/agents/environment/workspace_folder.h"
#include "model/session/log_records.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>

namespace quarterdeck::app {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;

namespace {

std::string languageOf(const CommandLine& line)
{
    const QString language = line.language.isEmpty() ? QLocale().name() : line.language;
    return language.startsWith(u"zh") ? "zh_CN" : "en";
}

/// A file, one of the person's teams, or a template of the program.
Result<team::TeamDefinition> readTeam(const CommandLine& line)
{
    const QString& name = line.files.front();
    const auto& templates = team::teamTemplateIds();
    if (QFileInfo::exists(name))
        return readTeamFile(name);
    if (std::ranges::find(templates, name.toStdString()) != templates.end())
        return team::teamTemplate(name.toStdString(), languageOf(line));
    return TeamStore(TeamStore::defaultFolder()).named(name);
}

Result<team::ChosenFolder> folderOf(const CommandLine& line)
{
    if (line.folder.isEmpty())
        return team::ChosenFolder();
    const auto found = team::openWorkspaceFolder(QFileInfo(line.folder).absoluteFilePath().toStdString(),
                                                 keptFromTeams(QString::fromStdString(libraryPath(line))));
    if (!found)
        return tl::make_unexpected(found.error());
    if (line.isAutoArchived && !found->isRepository)
        return tl::make_unexpected(
            Error{ErrorCode::BadInput,
                  cliText(QT_TRANSLATE_NOOP("CommandLine",
                                            "“%1” is not a git repository, so nothing can be committed to it."))
                      .arg(line.folder)
                      .toStdString(),
                  {}});
    return team::ChosenFolder{found->path, line.isAutoArchived};
}

} // namespace

Result<RunRequest> runRequestOf(const CommandLine& line, const Result<RunModels>& models)
{
    const bool isNew = line.session.isEmpty();
    auto team = isNew ? readTeam(line) : team::TeamDefinition();
    if (!team)
        return tl::make_unexpected(team.error());
    if (!models)
        return tl::make_unexpected(models.error());
    if (const auto used = isNew ? useCommandLine(line, *models, *team) : Result<void>(); !used)
        return tl::make_unexpected(used.error());
    auto folder = folderOf(line);
    if (!folder)
        return tl::make_unexpected(folder.error());
    RunRequest request;
    if (isNew) {
        request.team = std::move(*team);
        request.session = conversation::SessionId(session::newId());
    }
    request.title = line.idea.simplified().left(80).toStdString();
    request.idea = line.idea.toStdString();
    request.to = line.recipient.toStdString();
    request.folder = std::move(*folder);
    request.budget = line.budget;
    request.rounds = line.rounds;
    request.isTrusted = line.isTeamTrusted;
    request.isAnswering = !line.answerFrom.isEmpty();
    request.models = ownModelsOf(*models);
    request.server = models->server;
    if (!isNew)
        request.model = {models->chosen, line.model.toStdString()};
    return request;
}

} // namespace quarterdeck::app
