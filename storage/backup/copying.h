#pragma once

#include "storage/backup/backups.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/file_lock.h"

#include <QFileInfo>
#include <QString>

#include <memory>
#include <stop_token>
#include <string>
#include <system_error>
#include <vector>

namespace quarterdeck::storage::backup {

/// Whether a new copy, or the library it was made of, is sound. Faults are described for the log; empty = none. Throw
/// SQLite::Exception, also when interrupted. Thread: the connection's.

/// Its pages, and whether it has the events that its list of sessions announces. This can be told of any file worth
/// keeping, however old.
[[nodiscard]] std::string findCopyProblems(sqlite::Connection& file, const Backup& counted);

/// What differs from what was written.
struct Damage
{
    std::string first;                 ///< the first fault, for the log; empty = none
    std::vector<std::string> sessions; ///< the titles of those affected, as far as the list knows them
};

/// What the pages contain: each payload and each attachment that a session shows, judged like the check of a library
/// (`storage/log/content_check.h`). Ends early when stopped.
[[nodiscard]] Damage damagedContent(sqlite::Connection& file, const std::stop_token& stop);

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

/// What must be true of a copy.
enum class CopyCheckLevel {
    Pages,  ///< that it is a library: of a restored backup, everything left of it is wanted
    Whole,  ///< that its content is sound, too
    InPart, ///< as far as possible: the result says what is damaged, which the library then lacks, too
};

/// Copies a library and counts; the copy, `making`, has a name that no backup has, and remains after an error. Throws
/// SQLite::Exception. Thread: any.
[[nodiscard]] session::Result<Backup> copyTo(const std::string& library, const std::string& making,
                                             CopyCheckLevel proof, const std::stop_token& stop);

} // namespace quarterdeck::storage::backup
