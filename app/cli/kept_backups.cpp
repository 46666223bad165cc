#include "app/cli/kept_backups.h"

#include "app/cli/open_session.h"
#include "app/services/backup_words.h"
#include "app/services/words.h"

namespace quarterdeck::app {

namespace {

void tellOfBackups(const CommandLine& line, const std::optional<BackupTrouble>& trouble, Console& console)
{
    if (!trouble)
        return console.note(backupsAgainText().toStdString());
    const QString made = trouble->lastGood ? momentText(*trouble->lastGood) : QString();
    console.note(withWayOut(line, trouble->error).sentence + ' ' + lastBackupText(made).toStdString());
}

} // namespace

std::unique_ptr<BackupKeeper> keepBackups(const CommandLine& line, Console& console, BackupKeeper::Pace pace)
{
    auto keeper = std::make_unique<BackupKeeper>(libraryPath(line), pace);
    QObject::connect(
        keeper.get(), &BackupKeeper::troubleChanged, keeper.get(),
        [&line, &console](const std::optional<BackupTrouble>& trouble) { tellOfBackups(line, trouble, console); });
    return keeper;
}

} // namespace quarterdeck::app
