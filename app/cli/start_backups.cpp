#include "app/cli/start_backups.h"

#include "app/cli/open_session.h"
#include "app/services/backup_text.h"
#include "app/services/value_text.h"

namespace quarterdeck::app {

namespace {

void tellOfBackups(const CommandLine& line, const std::optional<BackupTrouble>& trouble, Console& console)
{
    if (!trouble)
        return console.note(backupsAgainText().toStdString());
    const QString made = trouble->lastGood ? momentText(*trouble->lastGood) : QString();
    console.note(addRecoveryHint(line, trouble->error).sentence + ' ' + lastBackupText(made).toStdString());
}

} // namespace

std::unique_ptr<BackupScheduler> startBackups(const CommandLine& line, Console& console, BackupScheduler::Pace pace)
{
    auto keeper = std::make_unique<BackupScheduler>(libraryPath(line), pace);
    QObject::connect(
        keeper.get(), &BackupScheduler::troubleChanged, keeper.get(),
        [&line, &console](const std::optional<BackupTrouble>& trouble) { tellOfBackups(line, trouble, console); });
    return keeper;
}

} // namespace quarterdeck::app
