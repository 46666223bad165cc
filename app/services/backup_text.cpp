#include "app/services/backup_text.h"

#include "app/services/value_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <climits>

namespace quarterdeck::app {

namespace {

/// The context of the translations; lupdate reads the literal calls.
struct Restore
{
    Q_DECLARE_TR_FUNCTIONS(Restore)
};

struct Backups
{
    Q_DECLARE_TR_FUNCTIONS(Backups)
};

} // namespace

QString backupKindText(storage::BackupKind kind)
{
    switch (kind) {
    case storage::BackupKind::Daily:
        return Restore::tr("daily");
    case storage::BackupKind::Weekly:
        return Restore::tr("weekly");
    case storage::BackupKind::BeforeUpdate:
        return Restore::tr("before an update");
    case storage::BackupKind::Kept:
        return Restore::tr("saved when the library file was removed");
    case storage::BackupKind::Replaced:
        return Restore::tr("replaced by a restored backup");
    case storage::BackupKind::InPart:
        return Restore::tr("copy of a partly damaged library");
    case storage::BackupKind::Damaged:
        return Restore::tr("damaged: whatever is left can be recovered");
    case storage::BackupKind::ByHand:
        break;
    }
    return Restore::tr("by hand");
}

QString earlierLossText(const storage::EarlierLoss& loss)
{
    return loss.events > 0 ? Restore::tr("made after a recovery that lost %n event(s)", nullptr,
                                         static_cast<int>(std::min<std::int64_t>(loss.events, INT_MAX)))
                           : Restore::tr("made after a recovery that did not bring back everything");
}

QString backupMoment(const storage::Backup& backup) { return momentText(backup.made); }

QString lastBackupText(const QString& made)
{
    return made.isEmpty() ? Backups::tr("There is no backup yet.")
                          : Backups::tr("The last good backup was made on %1.").arg(made);
}

QString backupsAgainText() { return Backups::tr("Library backups are working again."); }

} // namespace quarterdeck::app
