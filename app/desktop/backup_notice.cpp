#include "app/desktop/backup_notice.h"

#include "app/services/backup_text.h"
#include "ui/present/routing_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace quarterdeck::app {

using ui::view::Notice;
using ui::view::NoticeTone;

namespace {

struct Backups
{
    Q_DECLARE_TR_FUNCTIONS(Backups)
};

QString lastGood(const std::optional<session::Timestamp>& made)
{
    if (!made)
        return lastBackupText({});
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(made->msSinceEpoch);
    return lastBackupText(QLocale().toString(moment, QLocale::ShortFormat));
}

/// Its button asks for a recovery, just as when a read runs into the damage.
Notice damageNotice(const BackupTrouble& trouble)
{
    const QString recovering = Backups::tr(
        "Recovery stops all runs, saves everything it can to a new file and keeps the damaged one beside it.");
    return {ui::view::damageNoticeId, NoticeTone::Danger, ui::wording::text(trouble.error.sentence),
            lastGood(trouble.lastGood) + QLatin1Char(' ') + recovering, Backups::tr("Recover")};
}

} // namespace

Notice backupNotice(const std::optional<BackupTrouble>& trouble)
{
    const QString id = QStringLiteral("backup");
    if (!trouble)
        return {id, NoticeTone::Plain, backupsAgainText(), {}, {}, true};
    if (trouble->error.code == conversation::ErrorCode::Damaged)
        return damageNotice(*trouble);
    const bool isFull = trouble->error.code == conversation::ErrorCode::DiskFull;
    return {id, NoticeTone::Limit, ui::wording::text(trouble->error.sentence), lastGood(trouble->lastGood),
            isFull ? QString() : Backups::tr("Back up now")};
}

} // namespace quarterdeck::app
