#include "storage/sqlite/library_path.h"

#include <QDir>
#include <QFileInfo>
#include <QString>

namespace quarterdeck::storage {

std::string resolveLibraryPath(const std::string& library)
{
    constexpr int mostLinks = 40; // as the system follows
    QFileInfo info(QString::fromStdString(library));
    if (const QString canonical = info.canonicalFilePath(); !canonical.isEmpty())
        return canonical.toStdString();
    for (int i = 0; i < mostLinks && info.isSymLink(); ++i)
        info = QFileInfo(info.symLinkTarget());
    const QString folder = QDir(info.absolutePath()).canonicalPath();
    return (folder.isEmpty() ? info.absoluteFilePath() : QDir(folder).filePath(info.fileName())).toStdString();
}

bool isDanglingLink(const std::string& library)
{
    const QFileInfo info(QString::fromStdString(library));
    return info.isSymLink() && !info.exists();
}

} // namespace quarterdeck::storage
