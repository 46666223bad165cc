#include "storage/sqlite/free_space.h"

#include "storage/storage_errors.h"

#include <QFileInfo>
#include <QStorageInfo>
#include <QString>

namespace quarterdeck::storage::backup {

std::int64_t sizeOf(const std::string& library)
{
    return QFileInfo(QString::fromStdString(library)).size()
        + QFileInfo(QString::fromStdString(library + "-wal")).size();
}

std::optional<conversation::Error> checkFreeSpace(const std::string& library, std::int64_t bytes,
                                                  const std::string& place, std::int64_t kept)
{
    const QStorageInfo disk(QFileInfo(QString::fromStdString(place)).absolutePath());
    const std::int64_t needed = bytes + kept;
    if (!disk.isValid() || disk.bytesAvailable() >= needed)
        return std::nullopt;
    return errors::noRoomForCopy(library, needed, disk.bytesAvailable());
}

} // namespace quarterdeck::storage::backup
