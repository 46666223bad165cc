#include "model/session/private_folder.h"

#include <QDir>
#include <QFileDevice>
#include <QFileInfo>
#include <QString>

namespace quarterdeck::session {

bool makePrivateFolder(const QString& path)
{
    const QFileInfo folder(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    if (folder.isDir())
        return true;
    const QString above = folder.path();
    if (above == folder.filePath() || !makePrivateFolder(above))
        return false;
    // If it could not be made, somebody else may have been faster.
    return QDir().mkdir(folder.filePath(), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner)
        || QFileInfo(folder.filePath()).isDir();
}

} // namespace quarterdeck::session
