#pragma once

#include "storage/backup/backups.h"
#include "storage/backup/earlier_losses.h"

#include <QString>

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

} // namespace quarterdeck::app
