#pragma once

#include "storage/backups.h"
#include "storage/earlier_losses.h"

#include <QString>

namespace quarterdeck::app {

/// What a copy of the library is, for a person: "daily", "kept when the library was taken away".
[[nodiscard]] QString backupKindText(storage::BackupKind kind);
/// That it was made after a recovery: "made after a recovery that lost 41 events".
[[nodiscard]] QString earlierLossText(const storage::EarlierLoss& loss);
/// When it was made, by the clock on the wall: "2026-11-22 03:10".
[[nodiscard]] QString backupMoment(const storage::Backup& backup);
/// For who hears that none could be made: when the last good one was. `made` is in the words of its reader's dates;
/// empty = there is none.
[[nodiscard]] QString lastBackupText(const QString& made);
/// For who heard that.
[[nodiscard]] QString backupsAgainText();

} // namespace quarterdeck::app
