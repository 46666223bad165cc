#pragma once

#include "storage/backup/backups.h"
#include "storage/sqlite/connection.h"

#include <QFileInfo>
#include <QString>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Copies of a library, found by their names beside its place (`placeOf`), whether the library exists or not.
namespace quarterdeck::storage::backup {

inline constexpr std::int64_t day = 24LL * 60 * 60 * 1000;

inline constexpr std::size_t keptWeekly = 4;

/// A kind of copy in the folder "backups".
struct BackupSchedule
{
    BackupKind kind;
    const char* word;   ///< in the file's name
    std::int64_t every; ///< 0 = not periodic
    std::size_t kept;   ///< 0 = all
};
inline constexpr std::array sorts = {
    BackupSchedule{BackupKind::Daily, "daily", day, 7},
    BackupSchedule{BackupKind::Weekly, "weekly", 7 * day, keptWeekly},
    BackupSchedule{BackupKind::ByHand, "by hand", 0, 0},
    BackupSchedule{BackupKind::BeforeUpdate, "before update", 0, 3},
    BackupSchedule{BackupKind::InPart, "in part", 0, 3},
};

[[nodiscard]] QString folderOf(const QFileInfo& library);
/// "quarterdeck 2026-11-22 03.20.11.042 daily.db", in UTC, so that names sort by time, and with the library's own
/// suffix.
[[nodiscard]] QString nameOf(const QFileInfo& library, BackupKind kind, session::Timestamp made);

/// Those in the folder "backups", newest first; nothing is opened, so nothing is counted.
[[nodiscard]] std::vector<Backup> namedBackups(const std::string& place);
/// What the program itself put aside, beside the library and undamaged (kinds `Kept` and `Replaced`); in no order.
[[nodiscard]] std::vector<Backup> namedAsides(const std::string& place);
/// What recoveries put aside there (kind `Damaged`), without counts; in no order.
[[nodiscard]] std::vector<Backup> damagedAsides(const std::string& place);
/// There used to be a library here: a backup exists, or a kept or damaged file.
[[nodiscard]] bool hasEarlierCopies(const std::string& place);

/// From the list of sessions, which was compared with the events when the copy was made. Throws SQLite::Exception.
void count(sqlite::Connection& connection, Backup& backup);
/// The same with its counts. Errors: Damaged if it cannot be read as a library; NotFound if there is nothing; those of
/// the disk.
[[nodiscard]] session::Result<Backup> readBackup(Backup backup);
/// The newest one made of the current library (rather than one replaced on purpose), with counts; a partial one only if
/// there is no other.
[[nodiscard]] std::optional<Backup> newestBackup(const std::string& place);
/// Protects the newest one from being removed in favour of those of another library started here.
void keepNewest(const std::string& place);

/// Gives the same file a second name, by which it is also of this kind. Nobody writes to a backup. False if the disk
/// cannot do that.
[[nodiscard]] bool hardLinkAs(const std::string& place, const Backup& backup, BackupKind kind);

} // namespace quarterdeck::storage::backup
