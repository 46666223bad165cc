#pragma once

#include <QFileInfo>
#include <QString>
#include <string>
#include <vector>

namespace quarterdeck::app {

/// What the program keeps for itself, and no team may work on.
[[nodiscard]] std::vector<std::string> keptFromTeams(const QString& library);

/// The folder beside a library that holds its sessions' work folders.
[[nodiscard]] inline std::string workspacesBeside(const QString& library)
{
    return (QFileInfo(library).absolutePath() + QStringLiteral("/workspaces")).toStdString();
}

} // namespace quarterdeck::app
