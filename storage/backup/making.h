#pragma once

#include "sqlite/file_lock.h"

#include <QFileInfo>
#include <QString>
#include <memory>
#include <system_error>

namespace quarterdeck::storage::backup {

/// A copy while it is made: it has a name that is no backup's, and a lock beside it, which tells others that somebody
/// is at it. The destructor removes the copy unless it was given its name. Thread: one.
class Making
{
public:
    /// `place`: the name that it gets when it is whole.
    explicit Making(QString place);
    ~Making();
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;

    [[nodiscard]] std::string path() const { return m_path.toStdString(); }
    /// To the disk first, then its name, which is durable when this returns.
    [[nodiscard]] std::error_code keepAs(const QString& place);

private:
    QString m_path;
    std::unique_ptr<sqlite::FileLock> m_lock; ///< null where none can be made: then nobody removes what is left, either
};

/// Removes the copies of this library, with the backups and beside it, that nobody makes any more: the process or the
/// machine died meanwhile. Nothing that is a copy. Thread: any.
void removeUnfinished(const QFileInfo& library);

} // namespace quarterdeck::storage::backup
