#include "app/workspaces.h"

#include "app/connections/connection_store.h"

#include <QStandardPaths>

namespace quarterdeck::app {

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

} // namespace quarterdeck::app
