#include "storage/backup/backups.h"

#include "model/session/safe_files.h"
#include "storage/backup/copies.h"
#include "storage/backup/copying.h"
#include "storage/file_state.h"
#include "storage/recover/recover_library.h"
#include "storage/recover/recovery_report_file.h"
#include "storage/recover/replacement.h"
#include "storage/sqlite/file_lock.h"
#include "storage/sqlite/journal.h"
#include "storage/sqlite/library_file.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace quarterdeck::storage {

using namespace session;

namespace {

/// For a file whose contents cannot be counted.
Backup asDamaged(Backup backup)
{
    backup.kind = BackupKind::Damaged;
    backup.bytes = backup::sizeOf(backup.path);
    return backup;
}

/// `damaged` receives those that exist but cannot be read.
std::vector<Backup> readable(const std::vector<Backup>& named, const std::stop_token& stop = {},
                             std::vector<Backup>* damaged = nullptr)
{
    std::vector<Backup> backups;
    for (const Backup& one : named) {
        if (stop.stop_requested())
            break;
        Result<Backup> backup = backup::readBackup(one);
        if (backup)
            backups.push_back(std::move(*backup));
        else if (damaged != nullptr && backup.error().code == conversation::ErrorCode::Damaged)
            damaged->push_back(asDamaged(one));
    }
    return backups;
}

void removeBackup(const Backup& backup)
{
    if (QFile::remove(QString::fromStdString(backup.path)))
        recover::removeReportOf(backup.path);
}

/// Made before the clock was set right. It does not count among today's, however many there are.
bool isOfTheFuture(const Backup& backup, Timestamp now)
{
    return backup.made.msSinceEpoch > now.msSinceEpoch + backup::day;
}

/// Newest first. A partial copy keeps what was deleted since no longer than the whole ones do.
void removeOld(const std::vector<Backup>& backups, Timestamp now)
{
    for (const backup::BackupSchedule& sort : backup::sorts) {
        std::size_t seen = 0;
        std::size_t weekly = 0;
        for (const Backup& backup : backups) {
            if (isOfTheFuture(backup, now))
                continue;
            weekly += backup.kind == BackupKind::Weekly ? 1 : 0;
            const bool isOutlived = backup.kind == BackupKind::InPart && weekly >= backup::keptWeekly;
            if (backup.kind == sort.kind && sort.kept > 0 && (++seen > sort.kept || isOutlived))
                removeBackup(backup);
        }
    }
}

/// A library that cannot be copied whole gets one copy a day: the first, since damage may grow.
void keepOneADay(const std::vector<Backup>& before, const Backup& made)
{
    const bool hasOne = std::ranges::any_of(before, [&](const Backup& one) {
        return one.kind == BackupKind::InPart && made.made.msSinceEpoch - one.made.msSinceEpoch < backup::day
            && one.made.msSinceEpoch <= made.made.msSinceEpoch;
    });
    if (hasOne)
        removeBackup(made);
}

std::vector<BackupKind> dueKinds(const std::vector<Backup>& backups, Timestamp now)
{
    std::vector<BackupKind> due;
    for (const backup::BackupSchedule& sort : backup::sorts) {
        const auto last = std::ranges::find_if(
            backups, [&](const Backup& one) { return one.kind == sort.kind && !isOfTheFuture(one, now); });
        const bool isDue =
            sort.every > 0 && (last == backups.end() || now.msSinceEpoch - last->made.msSinceEpoch >= sort.every);
        if (isDue)
            due.push_back(sort.kind);
    }
    return due;
}

/// If somebody owns the library, it was undone earlier.
void rollBackHotJournal(const std::string& library)
{
    if (!sqlite::hasHotJournal(library))
        return;
    if (const sqlite::FileLock::Attempt attempt = sqlite::FileLock::take(library + ".lock"); attempt.lock)
        sqlite::rollBackHotJournal(library);
}

/// If nobody owns the library, a log that is broken or does not belong to it is damage: SQLite would copy only what is
/// before the break, and the copy would look whole. Throws SQLite::Exception.
Result<Nothing> checkLog(const std::string& library)
{
    if (!sqlite::hasLog(library))
        return Nothing{};
    const sqlite::FileLock::Attempt attempt = sqlite::FileLock::take(library + ".lock");
    std::string fault = attempt.lock ? sqlite::findWalProblems(library, 0) : std::string();
    return fault.empty() ? Result<Nothing>(Nothing{}) : tl::unexpected(errors::damaged(library, std::move(fault)));
}

/// For what cannot be copied at all. What is left of a library is copied in part.
std::optional<Error> refusalOf(const std::string& name, const std::string& path)
{
    switch (sqlite::fileStateOf(path)) {
    case sqlite::FileState::Lost:
        return errors::lostLibrary(path, QFileInfo::exists(QString::fromStdString(path)));
    case sqlite::FileState::Missing:
    case sqlite::FileState::Empty:
        return errors::noSuchFile(name);
    case sqlite::FileState::Folder:
        return errors::folderInPlace(path);
    case sqlite::FileState::NotSqlite:
        return errors::noLibrary(path, "no SQLite file");
    case sqlite::FileState::Truncated:
    case sqlite::FileState::OddHeader:
    case sqlite::FileState::Sqlite:
        break;
    }
    return std::nullopt;
}

/// The folder for copies. Removed again if it was new and none was made.
class CopiesFolder
{
public:
    explicit CopiesFolder(const QString& path) : m_path(path), m_wasThere(QFileInfo::exists(path))
    {
        m_isThere = makePrivateFolder(path);
    }
    ~CopiesFolder()
    {
        if (!m_wasThere)
            QDir().rmdir(m_path); // only where it is empty
    }
    CopiesFolder(const CopiesFolder&) = delete;
    CopiesFolder& operator=(const CopiesFolder&) = delete;
    [[nodiscard]] bool isThere() const { return m_isThere; }

private:
    QString m_path;
    bool m_wasThere;
    bool m_isThere = false;
};

} // namespace

Result<Backup> makeBackup(const std::string& name, BackupKind kind, const std::stop_token& stop)
{
    const QFileInfo library(QString::fromStdString(resolveLibraryPath(name)));
    const std::string path = library.filePath().toStdString();
    if (std::optional<Error> refusal = refusalOf(name, path))
        return tl::unexpected(std::move(*refusal));
    if (sqlite::isOpenUnderOtherName(path))
        return tl::unexpected(errors::lockedByOther(path, "under another name of the file"));
    const CopiesFolder folder(backup::folderOf(library));
    if (!folder.isThere())
        return tl::unexpected(errors::backupFolderNotMade(backup::folderOf(library).toStdString()));
    backup::removeUnfinished(library);
    const Timestamp made{QDateTime::currentMSecsSinceEpoch()};
    rollBackHotJournal(path);
    // An update requires nothing less.
    const backup::CopyCheckLevel proof =
        kind == BackupKind::BeforeUpdate ? backup::CopyCheckLevel::Whole : backup::CopyCheckLevel::InPart;
    backup::UnfinishedBackup making(backup::nameOf(library, kind, made));
    Result<Backup> backup = sqlite::catchSqliteErrors(path, [&] {
        return checkLog(path).and_then([&](Nothing) { return backup::copyTo(path, making.path(), proof, stop); });
    });
    if (!backup)
        return backup;
    // It is on the disk before older ones are removed for it.
    const BackupKind kept = backup->damage ? BackupKind::InPart : kind;
    const QString place = backup::nameOf(library, kept, made);
    if (const std::error_code failure = making.commitAs(place))
        return tl::unexpected(errors::failed(path, failure.message()));
    backup->path = place.toStdString();
    backup->kind = kept;
    backup->made = made;
    return backup;
}

std::vector<Backup> listBackups(const std::string& library, const std::stop_token& stop)
{
    const std::string place = resolveLibraryPath(library);
    std::vector<Backup> damaged = backup::damagedAsides(place);
    std::vector<Backup> backups = readable(backup::namedBackups(place), stop, &damaged);
    std::ranges::move(readable(backup::namedAsides(place), stop, &damaged), std::back_inserter(backups));
    const auto byDate = [](std::vector<Backup>& some) {
        std::ranges::stable_sort(some, std::ranges::greater{}, [](const Backup& one) { return one.made.msSinceEpoch; });
    };
    byDate(backups);
    byDate(damaged);
    std::ranges::move(damaged, std::back_inserter(backups));
    return backups;
}

std::optional<Timestamp> lastBackup(const std::string& library)
{
    const Timestamp now{QDateTime::currentMSecsSinceEpoch()};
    for (const Backup& named : backup::namedBackups(resolveLibraryPath(library))) {
        if (named.kind != BackupKind::InPart && !isOfTheFuture(named, now) && backup::readBackup(named))
            return named.made;
    }
    return std::nullopt;
}

Result<int> makeDueBackups(const std::string& library, Timestamp now, const std::stop_token& stop)
{
    const std::string place = resolveLibraryPath(library);
    const std::vector<Backup> before = readable(backup::namedBackups(place));
    const std::vector<BackupKind> due = dueKinds(before, now);
    std::optional<Backup> whole;
    for (const BackupKind kind : due) {
        // One that was found whole serves both purposes.
        if (whole && backup::hardLinkAs(place, *whole, kind))
            continue;
        Result<Backup> made = makeBackup(library, kind, stop);
        if (!made)
            return tl::unexpected(made.error());
        if (made->damage) {
            keepOneADay(before, *made);
            removeOld(readable(backup::namedBackups(place)), now);
            return tl::unexpected(*made->damage);
        }
        whole = std::move(*made);
    }
    if (!due.empty())
        removeOld(readable(backup::namedBackups(place)), now);
    return static_cast<int>(due.size());
}

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
