#include "app/desktop/adapters_folder.h"

#include <QDir>

namespace quarterdeck::app {

QString adaptersFolder(const QString& programFolder)
{
    return QDir::cleanPath(QDir(programFolder).absoluteFilePath(QStringLiteral("../share/quarterdeck/adapters")));
}

} // namespace quarterdeck::app
