#pragma once

#include "storage/sqlite/file_lock.h"

#include <QFileInfo>
#include <QString>
#include <memory>
#include <system_error>

namespace quarterdeck::storage::backup {

/// A copy in the making: it has a name that no backup has, and a lock beside it, which tells others that somebody is
/// working on it. The destructor removes the copy unless it got its final name. Thread: one.
class UnfinishedBackup
{
public:
    /// `place`: its name once it is complete.
    explicit UnfinishedBackup(QString place);
    ~UnfinishedBackup();
    UnfinishedBackup(const UnfinishedBackup&) = delete;
    UnfinishedBackup& operator=(const UnfinishedBackup&) = delete;

    [[nodiscard]] std::string path() const { return m_path.toStdString(); }
    /// Flushes it to the disk, then renames it, durably by the time this returns.
    [[nodiscard]] std::error_code commitAs(const QString& place);

private:
    QString m_path;
    std::unique_ptr<sqlite::FileLock> m_lock; ///< null if it cannot be made: then nobody removes leftovers, either
};

/// Removes copies of this library, among the backups and beside it, that nobody is working on: the process or the
/// machine died meanwhile. Never anything that is a copy. Thread: any.
void removeUnfinished(const QFileInfo& library);

} // namespace quarterdeck::storage::backup
