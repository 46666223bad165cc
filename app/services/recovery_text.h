#pragma once

#include "storage/backup/backups.h"
#include "storage/backup/earlier_losses.h"
#include "storage/recover/recover_library.h"

#include <QString>
#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::app {

/// What kind of copy it is, for a person: "daily", "saved when the library file was removed".
[[nodiscard]] QString backupKindText(storage::BackupKind kind);
/// Says that it was made after a recovery: "made after a recovery that lost 41 events".
[[nodiscard]] QString earlierLossText(const storage::EarlierLoss& loss);
/// When it was made, in local time: "2026-11-22 03:10".
[[nodiscard]] QString backupMoment(const storage::Backup& backup);
/// Follows the news that none could be made: when the last good one was. `made` is formatted for the reader; empty =
/// there is none.
[[nodiscard]] QString lastBackupText(const QString& made);
/// The end of that trouble.
[[nodiscard]] QString backupsAgainText();

/// How many sessions a recovery restored completely, in part and not at all, and what cannot be known.
[[nodiscard]] QString recoveryCounts(const storage::RecoveryReport& report);
/// Everything about a recovery, for a person: including what is lost, and the name of the file that was put aside.
[[nodiscard]] QString recoveryText(const storage::RecoveryReport& report);
/// One of its sessions: what is left and what is lost.
[[nodiscard]] QString recoveryText(const storage::RecoveredSession& session);
/// The same in a few words, without its name: "all 120 messages", "80 of 120 events", "nothing".
[[nodiscard]] QString recoveredPart(const storage::RecoveredSession& session);
/// Where the damaged file is, or what a file recovered elsewhere replaced; empty if nothing was.
[[nodiscard]] QString keptText(const storage::RecoveryReport& report);
/// The same for an earlier recovery, with its date.
[[nodiscard]] QString keptSinceText(const storage::RecoveryReport& report);
[[nodiscard]] QString keptBeforeText(const storage::RecoveryReport& report);
/// For a damaged file that had been put aside and was recovered once more.
[[nodiscard]] QString recoveredAsideText(const storage::RecoveryReport& report);
/// Which copy may have more, if not everything was recovered; empty if there is none.
[[nodiscard]] QString copyText(const storage::RecoveryReport& report);
[[nodiscard]] nlohmann::json toJson(const storage::RecoveryReport& report);

} // namespace quarterdeck::app
