#pragma once

#include "sqlite/connection.h"
#include "storage/backups.h"

#include <QFileInfo>
#include <QString>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Copies of a library, found by their names beside its place (`placeOf`), whether there is a library in it or not.
namespace quarterdeck::storage::backup {

inline constexpr std::int64_t day = 24LL * 60 * 60 * 1000;

inline constexpr std::size_t keptWeekly = 4;

/// A kind of those in the folder "backups".
struct Sort
{
    BackupKind kind;
    const char* word;   ///< in the file's name
    std::int64_t every; ///< 0 = not by time
    std::size_t kept;   ///< 0 = all
};
inline constexpr std::array sorts = {
    Sort{BackupKind::Daily, "daily", day, 7},  Sort{BackupKind::Weekly, "weekly", 7 * day, keptWeekly},
    Sort{BackupKind::ByHand, "by hand", 0, 0}, Sort{BackupKind::BeforeUpdate, "before update", 0, 3},
    Sort{BackupKind::InPart, "in part", 0, 3},
};

[[nodiscard]] QString folderOf(const QFileInfo& library);
/// "quarterdeck 2026-11-22 03.20.11.042 daily.db", in UTC, so that names keep their order, and with the library's own
/// ending.
[[nodiscard]] QString nameOf(const QFileInfo& library, BackupKind kind, session::Timestamp made);

/// Those in the folder "backups", newest first; nothing is opened, so nothing is counted.
[[nodiscard]] std::vector<Backup> namedBackups(const std::string& place);
/// What the program put aside itself, beside the place and whole (kinds `Kept` and `Replaced`); in no order.
[[nodiscard]] std::vector<Backup> namedAsides(const std::string& place);
/// What recoveries put aside there (kind `Damaged`), of which nothing is counted; in no order.
[[nodiscard]] std::vector<Backup> damagedAsides(const std::string& place);
/// A library was in this place: there is a backup of it, or what was kept of it, a damaged one, too.
[[nodiscard]] bool hasRemains(const std::string& place);

/// What the list of sessions says: the copy was compared with its events when it was made. Throws SQLite::Exception.
void count(sqlite::Connection& connection, Backup& backup);
/// The same with its counts. Errors: Damaged where there is something that cannot be read as a library; NotFound where
/// there is nothing; those of the disk.
[[nodiscard]] session::Result<Backup> readBackup(Backup backup);
/// The newest that was made of the library as it was (and not of one that was replaced on purpose), counted; one that
/// was made in part only where there is no other.
[[nodiscard]] std::optional<Backup> newestBackup(const std::string& place);
/// Takes care that the newest one does not go for those of another library that is begun in this place.
void keepNewest(const std::string& place);

/// Gives the same file a second name, by which it is of this kind. Nobody writes to a backup. False where the disk
/// cannot do that.
[[nodiscard]] bool giveSecondName(const std::string& place, const Backup& backup, BackupKind kind);

} // namespace quarterdeck::storage::backup
