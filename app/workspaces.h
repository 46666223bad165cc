#pragma once

#include <QFileInfo>
#include <QString>
#include <string>

namespace quarterdeck::app {

/// The folder beside a library in which its sessions get folders to work in.
[[nodiscard]] inline std::string workspacesBeside(const QString& library)
{
    return (QFileInfo(library).absolutePath() + QStringLiteral("/workspaces")).toStdString();
}

} // namespace quarterdeck::app
