#include "app/services/workspaces.h"

#include "app/services/connection_store.h"
#include "model/gateway/access_token.h"

#include <QFileInfo>
#include <QLoggingCategory>
#include <QStandardPaths>

namespace quarterdeck::app {

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
