#include "model/session/private_folder.h"
#include "storage/backup/backups.h"
#include "storage/backup/copies.h"
#include "storage/backup/copying.h"
#include "storage/file_state.h"
#include "storage/recover/recover_into.h"
#include "storage/recover/recover_library.h"
#include "storage/recover/recovery_report_file.h"
#include "storage/recover/replacement.h"
#include "storage/sqlite/hot_journal.h"
#include "storage/sqlite/library_lock.h"
#include "storage/sqlite/library_path.h"
#include "storage/sqlite/permissions.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/set_aside.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <functional>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace quarterdeck::storage {

using namespace session;

namespace {

/// Writes the file that is to replace the library, and verifies it.
using Making = std::function<Result<Nothing>(const std::string& restoring)>;

/// Why this cannot replace a library, as far as can be told without SQLite.
std::optional<Error> refusalOf(const std::string& backup)
{
    if (!QFileInfo::exists(QString::fromStdString(backup)))
        return errors::noSuchBackup(backup);
    switch (sqlite::fileStateOf(backup)) {
    case sqlite::FileState::Folder:
        return errors::folderInPlace(backup);
    case sqlite::FileState::Truncated:
        return errors::incompleteLibrary(backup, "shorter than its header says, or its beginning is missing");
    case sqlite::FileState::OddHeader:
        return errors::oddHeader(backup);
    case sqlite::FileState::Sqlite:
        return std::nullopt;
    default:
        return errors::noLibrary(backup, "no SQLite file");
    }
}

/// Once in the library's place, it could not be written to. Throws SQLite::Exception.
std::optional<Error> newerVersionOf(const std::string& backup)
{
    sqlite::Connection connection(backup, sqlite::Mode::Read);
    const sqlite::SchemaState schema = sqlite::readSchemaState(connection);
    const bool isNewer = schema.applicationId == sqlite::applicationId && schema.version > sqlite::schemaVersion;
    return isNewer ? std::optional(errors::backupOfNewerVersion(backup, schema.version)) : std::nullopt;
}

/// Creates an empty file if there is none: replacing a library requires one to be there at every moment.
std::error_code holdPlace(const std::string& path)
{
    return createOwnerOnlyFile(path) ? std::error_code() : std::make_error_code(std::errc::io_error);
}

/// Moves the verified copy into the library's place. Returns where the previous file is kept; empty if there was none.
Result<std::string> moveIn(const std::string& path, const std::string& copy)
{
    const bool isMissing = !QFileInfo::exists(QString::fromStdString(path));
    const bool isNothingThere = isMissing && !sqlite::hasLog(path);
    if (const std::error_code failure = isMissing ? holdPlace(path) : std::error_code())
        return tl::unexpected(errors::failed(path, failure.message()));
    std::string aside = recover::setAsideName(path, "replaced");
    if (const std::error_code failure = recover::replaceFile(path, aside, copy)) {
        if (isMissing && !recover::isBeingReplaced(path))
            QFile::remove(QString::fromStdString(path));
        return tl::unexpected(errors::failed(path, failure.message()));
    }
    if (isNothingThere)
        QFile::remove(QString::fromStdString(std::exchange(aside, {})));
    return aside;
}

bool isAmong(const std::vector<Backup>& files, const std::string& file)
{
    const QFileInfo wanted(QString::fromStdString(file));
    return std::ranges::any_of(
        files, [&](const Backup& one) { return QFileInfo(QString::fromStdString(one.path)) == wanted; });
}

/// A copy of this library, beside which a report of damage may be kept, rather than a file of the person's own.
bool isKeptByUs(const std::string& place, const std::string& file)
{
    return isAmong(backup::damagedAsides(place), file) || isAmong(backup::namedAsides(place), file)
        || isAmong(backup::namedBackups(place), file);
}

/// Requires the library's lock. `source`: what it is made from.
Result<std::string> putInPlace(const std::string& path, const std::string& source, const Making& make)
{
    if (const std::error_code failure = recover::finishReplacement(path))
        return tl::unexpected(errors::failed(path, failure.message()));
    const std::string restoring = path + recover::restoringEnding;
    recover::removeUnfinished(path);
    (void)createOwnerOnlyFile(restoring); // else SQLite says why
    sqlite::rollBackHotJournal(path);     // where that cannot be, the journal goes with the present file
    Result<std::string> aside = make(restoring).and_then([&](Nothing) {
        restrictPermissionsTo({path, source}, restoring);
        return moveIn(path, restoring);
    });
    if (!aside && !recover::isBeingReplaced(path)) // else it tells the next opening what is in the library's place
        recover::removeUnfinished(path);
    return aside;
}

/// Takes the lock and does so.
Result<std::string> replaceLibrary(const std::string& path, const std::string& source, const Making& make)
{
    const QFileInfo info(QString::fromStdString(path));
    if (info.isDir())
        return tl::unexpected(errors::folderInPlace(path));
    if (info.exists() && !info.isFile())
        return tl::unexpected(errors::noLibrary(path, "no file"));
    if (!makePrivateFolder(info.absolutePath()))
        return tl::unexpected(errors::folderNotMade(path));
    const Result<sqlite::LibraryLock> ownership = sqlite::acquireLibraryLock(path);
    if (!ownership)
        return tl::unexpected(ownership.error());
    Result<std::string> aside = putInPlace(path, source, make);
    if (aside)
        ownership->lock->forgetLog();
    return aside;
}

} // namespace

Result<std::string> restoreBackup(const std::string& library, const std::string& backup, const std::stop_token& stop)
{
    if (std::optional<Error> refusal = refusalOf(backup))
        return tl::unexpected(std::move(*refusal));
    return replaceLibrary(resolveLibraryPath(library), backup, [&](const std::string& restoring) {
        // Works on a copy that is verified once more; the backup itself is not touched.
        return sqlite::catchSqliteErrors(backup, [&]() -> Result<Nothing> {
            if (std::optional<Error> refusal = newerVersionOf(backup))
                return tl::unexpected(std::move(*refusal));
            return backup::copyTo(backup, restoring, backup::CopyCheckLevel::Pages, stop).map([](const Backup&) {
                return Nothing{};
            });
        });
    });
}

Result<RecoveryReport> recoverInPlace(const std::string& library, const std::string& damaged,
                                      const std::stop_token& stop)
{
    const std::string path = resolveLibraryPath(library);
    std::optional<RecoveryReport> report;
    const Result<std::string> aside = replaceLibrary(path, damaged, [&](const std::string& restoring) {
        return sqlite::catchSqliteErrors(damaged, [&]() -> Result<Nothing> {
            if (std::optional<Error> refusal = recover::checkFreeSpace(restoring, damaged))
                return tl::unexpected(std::move(*refusal));
            return recover::recoverInto(restoring, damaged, {}, stop, path).map([&](RecoveryReport made) {
                report = std::move(made);
                return Nothing{};
            });
        });
    });
    if (!aside)
        return tl::unexpected(aside.error());
    report->keptAside = *aside;
    report->newestCopy = backup::newestBackup(path);
    report->recovered = {QDateTime::currentMSecsSinceEpoch()};
    if (isKeptByUs(path, damaged))
        (void)recover::writeReport(*report, path + recover::restoringEnding + recover::reportEnding, damaged);
    return std::move(*report);
}

Result<Restored> restoreOrRecover(const std::string& library, const std::string& backup, const std::stop_token& stop)
{
    const std::string place = resolveLibraryPath(library);
    const auto recovered = [&] {
        return recoverInPlace(place, backup, stop).map([](RecoveryReport report) {
            const std::string aside = report.keptAside;
            return Restored{aside, std::move(report)};
        });
    };
    if (isAmong(backup::damagedAsides(place), backup))
        return recovered();
    Result<std::string> restored = restoreBackup(place, backup, stop);
    const bool isDamaged = !restored && restored.error().code == conversation::ErrorCode::Damaged;
    if (isDamaged && isKeptByUs(place, backup))
        return recovered();
    return std::move(restored).map([](std::string aside) { return Restored{std::move(aside), {}}; });
}

} // namespace quarterdeck::storage
