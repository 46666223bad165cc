#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/run/teams.h"
#include "model/conversation/error.h"

#include <QFileInfo>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::app {

/// A team that the person made, and its file.
struct OwnTeam
{
    QString id; ///< the file's name without its suffix; empty = not saved yet
    team::TeamDefinition team;
    friend bool operator==(const OwnTeam&, const OwnTeam&) = default;
};

struct OwnTeams
{
    std::vector<OwnTeam> teams;        ///< by name
    std::vector<std::string> problems; ///< one sentence for each file that is not a team
};

/// The person's teams: a folder with a JSON file for each. A file that is not a team is left alone. A file that
/// somebody else has changed is not overwritten, and removed ones go to a folder beside them. Thread: any, one at a
/// time.
class TeamStore
{
public:
    explicit TeamStore(QString folder) : m_folder(std::move(folder)) { }
    /// "teams" in the platform's data folder.
    [[nodiscard]] static QString defaultFolder();

    [[nodiscard]] OwnTeams load() const;
    /// `before`: as last loaded or saved; empty = a new file. Returns it with its file: another one, if the old one no
    /// longer holds what it did. Errors: Io, and BadInput if it is not a team.
    [[nodiscard]] conversation::Result<OwnTeam> save(const team::TeamDefinition& team,
                                                     const std::optional<OwnTeam>& before) const;
    /// Moves it into the folder "removed". Errors: Io.
    [[nodiscard]] conversation::Result<void> remove(const QString& id) const;
    /// The team with this name or id. Errors: NotFound; those of readTeamFile.
    [[nodiscard]] conversation::Result<team::TeamDefinition> named(const QString& name) const;

private:
    [[nodiscard]] QString pathOf(const QString& id) const;
    [[nodiscard]] QString freeId(const std::string& name) const;

    QString m_folder;
};

/// Errors: Io and BadInput, whose sentences name the file. Thread: any.
[[nodiscard]] conversation::Result<team::TeamDefinition> readTeamFile(const QString& path);
/// All of the file or nothing. Errors: Io.
[[nodiscard]] conversation::Result<void> writeTeamFile(const QString& path, const team::TeamDefinition& team);

/// What the program keeps for itself, and no team may work on.
[[nodiscard]] std::vector<std::string> keptFromTeams(const QString& library);
/// What a log may do on this computer without asking: this installation's marks, whose secret is a private file beside
/// the access token and made when it is missing, and what is kept from teams. Without the file every team asks.
[[nodiscard]] team::TeamGuard teamGuard(const QString& library);

/// The folder beside a library that holds its sessions' work folders.
[[nodiscard]] inline std::string workspacesBeside(const QString& library)
{
    return (QFileInfo(library).absolutePath() + QStringLiteral("/workspaces")).toStdString();
}

} // namespace quarterdeck::app
