#pragma once

#include "model/agents/run/teams.h"

#include <QFileInfo>
#include <QString>
#include <string>
#include <vector>

namespace quarterdeck::app {

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
