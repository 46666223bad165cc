#include "storage/backups.h"

#include "backup/copies.h"
#include "backup/copy_check.h"
#include "backup/room.h"
#include "durable.h"
#include "place.h"
#include "recover/put_aside.h"
#include "recover/replacement.h"
#include "sentences.h"
#include "sqlite/file_lock.h"
#include "sqlite/file_state.h"
#include "sqlite/guarded.h"
#include "sqlite/logging.h"
#include "sqlite/schema.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

namespace quarterdeck::storage {

using namespace session;

namespace {

/// What is to be true of a copy.
enum class Proof {
    Pages, ///< it is a library: of a backup that is restored all that is left of it is wanted
    All,
};

/// Copies and counts; the copy is still under a name that is no backup's.
Result<Backup> copyTo(const std::string& library, const std::string& making, Proof proof, const std::stop_token& stop)
{
    if (std::optional<Error> refusal = backup::wantOfRoom(library, backup::sizeOf(library), making))
        return tl::unexpected(std::move(*refusal));
    {
        sqlite::Connection source(library, sqlite::Mode::Read);
        if (sqlite::readSchemaState(source).applicationId != sqlite::applicationId)
            return tl::unexpected(sentences::noLibrary(library, "another program's application_id"));
        source.interruptOn(stop);
        source.execute("PRAGMA query_only = OFF"); // it counts as writing, though only to the copy
        source.query("VACUUM INTO ?").bind(making).run();
    }
    // A small library is copied before SQLite asks.
    if (stop.stop_requested())
        return tl::unexpected(sentences::cancelled(library));
    sqlite::Connection copy(making, sqlite::Mode::ReadImmutable);
    copy.interruptOn(stop);
    Backup backup;
    backup::count(copy, backup);
    std::string fault = backup::faultsOfCopy(copy, backup);
    if (fault.empty() && proof == Proof::All)
        fault = backup::faultsOfContent(copy, stop);
    if (!fault.empty())
        return tl::unexpected(sentences::badCopy(library, std::move(fault)));
    if (stop.stop_requested())
        return tl::unexpected(sentences::cancelled(library));
    return backup;
}

std::vector<Backup> readable(std::vector<Backup> named)
{
    std::vector<Backup> backups;
    for (Backup& one : named) {
        if (std::optional<Backup> backup = backup::readBackup(std::move(one)))
            backups.push_back(std::move(*backup));
    }
    return backups;
}

void removeOld(const std::vector<Backup>& backups)
{
    for (const backup::Sort& sort : backup::sorts) {
        std::size_t seen = 0;
        for (const Backup& backup : backups) {
            if (backup.kind == sort.kind && ++seen > sort.kept && sort.kept > 0)
                QFile::remove(QString::fromStdString(backup.path));
        }
    }
}

std::vector<BackupKind> dueKinds(const std::vector<Backup>& backups, Timestamp now)
{
    std::vector<BackupKind> due;
    for (const backup::Sort& sort : backup::sorts) {
        const auto last = std::ranges::find(backups, sort.kind, &Backup::kind);
        // One of the future was made before the clock was set right.
        const bool isDue = sort.every > 0
            && (last == backups.end() || now.msSinceEpoch - last->made.msSinceEpoch >= sort.every
                || last->made.msSinceEpoch > now.msSinceEpoch + backup::day);
        if (isDue)
            due.push_back(sort.kind);
    }
    return due;
}

/// Why this cannot be put into a library's place, as far as that can be told without SQLite.
std::optional<Error> refusalOf(const std::string& backup)
{
    if (!QFileInfo::exists(QString::fromStdString(backup)))
        return sentences::noSuchBackup(backup);
    switch (sqlite::fileStateOf(backup)) {
    case sqlite::FileState::Folder:
        return sentences::folderInPlace(backup);
    case sqlite::FileState::Truncated:
        return sentences::incompleteLibrary(backup, "shorter than its header says, or its beginning is missing");
    case sqlite::FileState::Sqlite:
        return std::nullopt;
    default:
        return sentences::noLibrary(backup, "no SQLite file");
    }
}

/// A file of no bytes, where there is none: what takes a library's place needs one there at every moment.
std::error_code holdPlace(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::WriteOnly | QIODevice::NewOnly) ? std::error_code()
                                                                : std::make_error_code(std::errc::io_error);
}

/// Puts the checked copy in the library's place. Returns where the present file is kept; empty where there was none.
Result<std::string> moveIn(const std::string& path, const std::string& copy)
{
    const bool isMissing = !QFileInfo::exists(QString::fromStdString(path));
    const bool isNothingThere = isMissing && !sqlite::hasLog(path);
    if (const std::error_code failure = isMissing ? holdPlace(path) : std::error_code())
        return tl::unexpected(sentences::failed(path, failure.message()));
    std::string aside = recover::asideName(path, "replaced");
    if (const std::error_code failure = recover::replaceFile(path, aside, copy)) {
        if (isMissing && !recover::isBeingReplaced(path))
            QFile::remove(QString::fromStdString(path));
        return tl::unexpected(sentences::failed(path, failure.message()));
    }
    if (isNothingThere)
        QFile::remove(QString::fromStdString(std::exchange(aside, {})));
    return aside;
}

/// Under the library's lock.
Result<std::string> restoreInto(const std::string& path, const std::string& backup, const std::stop_token& stop)
{
    if (const std::error_code failure = recover::finishReplacement(path))
        return tl::unexpected(sentences::failed(path, failure.message()));
    const std::string restoring = path + ".restoring";
    const auto clear = [&] {
        for (const char* end : {"", "-journal"})
            QFile::remove(QString::fromStdString(restoring + end));
    };
    clear();
    // A copy that is checked once more; the backup stays what it is.
    Result<Backup> copied = sqlite::guarded(backup, [&] { return copyTo(backup, restoring, Proof::Pages, stop); });
    Result<std::string> aside = copied.and_then([&](const Backup&) { return moveIn(path, restoring); });
    if (!aside && !recover::isBeingReplaced(path)) // else it tells the next opening what is in the library's place
        clear();
    return aside;
}

} // namespace

Result<Backup> makeBackup(const std::string& name, BackupKind kind, const std::stop_token& stop)
{
    const QFileInfo library(QString::fromStdString(placeOf(name)));
    const std::string path = library.filePath().toStdString();
    if (sqlite::fileStateOf(path) == sqlite::FileState::Lost)
        return tl::unexpected(sentences::lostLibrary(path, library.exists()));
    if (!library.exists())
        return tl::unexpected(sentences::noSuchFile(name));
    if (!QDir().mkpath(backup::folderOf(library)))
        return tl::unexpected(sentences::folderNotMade(backup::folderOf(library).toStdString()));
    const Timestamp made{QDateTime::currentMSecsSinceEpoch()};
    const QString place = backup::nameOf(library, kind, made);
    const QString making = place + QStringLiteral(".making");
    const auto clear = [&] {
        for (const char* end : {"", "-journal"})
            QFile::remove(making + QLatin1String(end));
    };
    clear();
    Result<Backup> backup = sqlite::guarded(path, [&] { return copyTo(path, making.toStdString(), Proof::All, stop); });
    // Before older ones go for it.
    if (const std::error_code failure = backup ? syncFile(making.toStdString()) : std::error_code())
        backup = tl::unexpected(sentences::failed(path, failure.message()));
    if (backup && (!QFile::rename(making, place) || syncFolderOf(place.toStdString())))
        backup = tl::unexpected(sentences::failed(path, "the copy cannot be given its name"));
    if (!backup) {
        clear();
        return backup;
    }
    backup->path = place.toStdString();
    backup->kind = kind;
    backup->made = made;
    return backup;
}

std::vector<Backup> listBackups(const std::string& library)
{
    const std::string place = placeOf(library);
    std::vector<Backup> backups = readable(backup::namedBackups(place));
    std::ranges::move(readable(backup::namedAsides(place)), std::back_inserter(backups));
    std::ranges::stable_sort(backups, std::ranges::greater{}, [](const Backup& one) { return one.made.msSinceEpoch; });
    return backups;
}

std::optional<Timestamp> lastBackup(const std::string& library)
{
    for (const Backup& named : backup::namedBackups(placeOf(library))) {
        if (backup::readBackup(named))
            return named.made;
    }
    return std::nullopt;
}

Result<int> makeDueBackups(const std::string& library, Timestamp now, const std::stop_token& stop)
{
    const std::string place = placeOf(library);
    const std::vector<BackupKind> due = dueKinds(readable(backup::namedBackups(place)), now);
    std::optional<Backup> whole;
    for (const BackupKind kind : due) {
        // One that was found whole serves all.
        if (whole && backup::giveSecondName(place, *whole, kind))
            continue;
        Result<Backup> made = makeBackup(library, kind, stop);
        if (!made)
            return tl::unexpected(made.error());
        whole = std::move(*made);
    }
    if (!due.empty())
        removeOld(readable(backup::namedBackups(place)));
    return static_cast<int>(due.size());
}

Result<std::string> restoreBackup(const std::string& library, const std::string& backup, const std::stop_token& stop)
{
    if (std::optional<Error> refusal = refusalOf(backup))
        return tl::unexpected(std::move(*refusal));
    const std::string path = placeOf(library);
    const QFileInfo info(QString::fromStdString(path));
    if (info.isDir())
        return tl::unexpected(sentences::folderInPlace(path));
    if (!QDir().mkpath(info.absolutePath()))
        return tl::unexpected(sentences::folderNotMade(path));
    const sqlite::FileLock::Attempt attempt = sqlite::FileLock::take(path + ".lock");
    if (!attempt.lock)
        return tl::unexpected(attempt.refusal == sqlite::FileLock::Refusal::Held
                                  ? sentences::lockedByOther(path, attempt.detail)
                                  : sentences::notWritable(path));
    Result<std::string> aside = restoreInto(path, backup, stop);
    if (aside)
        attempt.lock->forgetLog();
    return aside;
}

} // namespace quarterdeck::storage
