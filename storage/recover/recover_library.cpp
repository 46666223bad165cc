#include "storage/recover/recover_library.h"

#include "storage/backup/copies.h"
#include "storage/file_state.h"
#include "storage/recover/recover_into.h"
#include "storage/recover/recovery_report_file.h"
#include "storage/recover/replacement.h"
#include "storage/sqlite/hot_journal.h"
#include "storage/sqlite/library_lock.h"
#include "storage/sqlite/library_path.h"
#include "storage/sqlite/permissions.h"
#include "storage/sqlite/set_aside.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace quarterdeck::storage {

using namespace session;

namespace {

void removeMaking(const std::string& path)
{
    if (!recover::isBeingReplaced(path)) // it tells the next opening that the file in its place is the old one
        recover::removeUnfinished(path);
}

/// What went wrong was not about the library itself. That there is no room before it begins is said with how much.
Error tellOfTheDisk(const std::string& path, const Error& error)
{
    const Error full = errors::noRoomToRecover(path, error.detail);
    const bool isSaid = error.sentence.starts_with(full.sentence);
    return error.code == conversation::ErrorCode::DiskFull && !isSaid ? full : error;
}

/// The report is written before the damaged file is renamed, so it can be read even if the program ends now. Recovery
/// does not depend on it: if there is no room for both, the report goes.
std::error_code moveIn(const std::string& path, const RecoveryReport& report)
{
    const std::string made = path + recover::recoveringEnding;
    (void)recover::writeReport(report, made + recover::reportEnding, report.keptAside);
    std::error_code failure = recover::replaceFile(path, report.keptAside, made);
    if (!failure || recover::isBeingReplaced(path)) // the next opening undoes it all
        return failure;
    recover::removeReportOf(report.keptAside);
    return failure == std::errc::no_space_on_device ? recover::replaceFile(path, report.keptAside, made) : failure;
}

Result<RecoveryReport> recoverUnderLock(const std::string& path, const std::function<void(int percent)>& progressed)
{
    if (const std::error_code failure = recover::finishReplacement(path))
        return tl::unexpected(errors::failed(path, failure.message()));
    removeMaking(path);
    // A cut-off write is undone first, since its effects are not losses.
    sqlite::rollBackHotJournal(path);
    if (sqlite::hasHotJournal(path) && QFileInfo(QString::fromStdString(path)).size() > 0)
        return tl::unexpected(sqlite::whyCutWriteStays(path, "its journal"));
    // Nobody writes meanwhile.
    if (const std::optional<Error> want = recover::checkFreeSpace(path + recover::recoveringEnding, path))
        return tl::unexpected(errors::noRoomToRecover(path, *want));
    const std::string made = path + recover::recoveringEnding;
    (void)createOwnerOnlyFile(made); // else SQLite says why
    Result<RecoveryReport> report = recover::recoverInto(made, path, progressed, {}, path);
    if (!report)
        return report;
    restrictPermissionsTo({path}, made);
    report->keptAside = recover::setAsideName(path, "damaged");
    report->recovered = {QDateTime::currentMSecsSinceEpoch()};
    report->newestCopy = backup::newestBackup(path);
    recover::removeOrphanedReports(path);
    if (const std::error_code failure = moveIn(path, *report))
        return tl::unexpected(failure == std::errc::no_space_on_device ? errors::diskFull(path, failure.message())
                                                                       : errors::failed(path, failure.message()));
    return report;
}

} // namespace

std::int64_t RecoveryReport::wholeSessions() const
{
    return std::ranges::count_if(sessions, [](const RecoveredSession& session) { return session.isWhole(); });
}

std::int64_t RecoveryReport::lostEvents() const
{
    std::int64_t lost = 0;
    for (const RecoveredSession& session : sessions)
        lost += session.lost;
    return lost;
}

bool RecoveryReport::isWhole() const { return !isPartMissing && wholeSessions() == std::ssize(sessions); }

Result<RecoveryReport> recoverLibrary(const std::string& name, const std::function<void(int percent)>& progressed)
{
    const std::string path = resolveLibraryPath(name);
    const QString file = QString::fromStdString(path);
    const bool isLogAlone = !QFileInfo::exists(file) && sqlite::hasLog(path);
    if (!QFileInfo(file).isFile() && !isLogAlone)
        return tl::unexpected(errors::noSuchFile(name));
    const Result<sqlite::LibraryLock> ownership = sqlite::acquireLibraryLock(path);
    if (!ownership)
        return tl::unexpected(ownership.error());
    // What is put aside is a file and its log, so an empty file stands in.
    if (isLogAlone && !createOwnerOnlyFile(path))
        return tl::unexpected(errors::notWritable(path));
    Result<RecoveryReport> report =
        sqlite::catchSqliteErrors(path, [&]() -> Result<RecoveryReport> { return recoverUnderLock(path, progressed); });
    if (report)
        ownership->lock->forgetLog();
    if (!report) {
        removeMaking(path);
        report = tl::unexpected(tellOfTheDisk(path, report.error()));
    }
    if (!report && isLogAlone && QFileInfo(file).size() == 0)
        QFile::remove(file);
    return report;
}

} // namespace quarterdeck::storage
