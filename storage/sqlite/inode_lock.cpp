#include "storage/sqlite/inode_lock.h"

#include <QStandardPaths>
#include <QString>
#include <sys/stat.h>

namespace quarterdeck::storage::sqlite {

FileLock::Attempt lockInode(const std::string& path)
{
    struct stat file
    { };
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    if (folder.isEmpty() || stat(path.c_str(), &file) != 0)
        return {nullptr, FileLock::Refusal::Impossible, {}};
    return FileLock::take(folder.toStdString() + "/quarterdeck-" + std::to_string(file.st_dev) + '-'
                          + std::to_string(file.st_ino) + ".lock");
}

bool isOpenUnderOtherName(const std::string& path)
{
    struct stat file
    { };
    // A file with a single name is not even locked, since every check would hold the lock for a moment.
    if (stat(path.c_str(), &file) != 0 || file.st_nlink < 2)
        return false;
    const FileLock::Attempt claim = lockInode(path);
    if (claim.lock || claim.refusal != FileLock::Refusal::Held)
        return false;
    return FileLock::take(path + ".lock").lock != nullptr;
}

} // namespace quarterdeck::storage::sqlite
