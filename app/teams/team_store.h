#pragma once

#include "conversation/error.h"
#include "team/team_definition.h"

#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::app {

/// A team that the person made, and the file that holds it.
struct OwnTeam
{
    QString id; ///< the file's name without its ending; empty = not kept yet
    team::TeamDefinition team;
    friend bool operator==(const OwnTeam&, const OwnTeam&) = default;
};

struct OwnTeams
{
    std::vector<OwnTeam> teams;        ///< by name
    std::vector<std::string> problems; ///< one sentence for each file that holds no team
};

/// The person's teams: a folder with a file of JSON for each. A file that holds no team is left as it is. Nothing that
/// somebody else wrote into one meanwhile is written over, and what is removed goes to a folder beside them. Thread:
/// any, one at a time.
class TeamStore
{
public:
    explicit TeamStore(QString folder) : m_folder(std::move(folder)) { }
    /// "teams" in the platform's data folder.
    [[nodiscard]] static QString defaultFolder();

    [[nodiscard]] OwnTeams load() const;
    /// `before`: as it was loaded or saved last; empty = a new file. Gives it with the file it is in now: another one,
    /// where the old one no longer holds what it did. Errors: Io, and BadInput for what is no team.
    [[nodiscard]] conversation::Result<OwnTeam> save(const team::TeamDefinition& team,
                                                     const std::optional<OwnTeam>& before) const;
    /// Into the folder "removed". Errors: Io.
    [[nodiscard]] conversation::Result<void> remove(const QString& id) const;
    /// That of this name or id. Errors: NotFound; those of readTeamFile.
    [[nodiscard]] conversation::Result<team::TeamDefinition> named(const QString& name) const;

private:
    [[nodiscard]] QString pathOf(const QString& id) const;
    [[nodiscard]] QString freeId(const std::string& name) const;

    QString m_folder;
};

/// Errors: Io and BadInput, whose sentences name the file. Thread: any.
[[nodiscard]] conversation::Result<team::TeamDefinition> readTeamFile(const QString& path);
/// The whole file or none of it. Errors: Io.
[[nodiscard]] conversation::Result<void> writeTeamFile(const QString& path, const team::TeamDefinition& team);

} // namespace quarterdeck::app
