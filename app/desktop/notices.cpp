#include "app/desktop/notices.h"

#include "app/services/console.h"
#include "app/services/language.h"
#include "app/services/recovery_text.h"
#include "model/conversation/run_cause.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
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
    return {ui::view::damageNoticeId,
            NoticeTone::Danger,
            ui::wording::text(trouble.error.sentence),
            lastGood(trouble.lastGood) + QLatin1Char(' ') + recovering,
            {Backups::tr("Recover")}};
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
    return {id,
            NoticeTone::Limit,
            ui::wording::text(trouble->error.sentence),
            lastGood(trouble->lastGood),
            {isFull ? QString() : Backups::tr("Back up now")}};
}

namespace {

QString say(const char* text) { return QCoreApplication::translate("Program", text); }
QString reportText() { return say(QT_TRANSLATE_NOOP("Program", "Show report…")); }
QString restoreText() { return say(QT_TRANSLATE_NOOP("Program", "Restore…")); }

} // namespace

Notice packageNotice(const QString& package)
{
    return {QStringLiteral("package"),
            NoticeTone::Limit,
            say(QT_TRANSLATE_NOOP("Program", "“%1” is open on its own.")).arg(QFileInfo(package).fileName()),
            say(QT_TRANSLATE_NOOP("Program", "You can look at everything; nothing new is stored.")),
            {say(QT_TRANSLATE_NOOP("Program", "Add to library"))}};
}

session::Error importingElsewhere(const QString& file)
{
    constexpr qsizetype longestName = 255;
    return {conversation::ErrorCode::Locked,
            say(QT_TRANSLATE_NOOP("Program",
                                  "Another running Quarterdeck is importing “%1” into this library and keeps it open "
                                  "until that is done."))
                .arg(harmlessLine(file.left(longestName).toStdString()))
                .toStdString(),
            {}};
}

Notice readOnlyNotice(const session::Error& reason, Shown shown)
{
    const bool isEmpty = shown != Shown::Library;
    Notice notice{QStringLiteral("readOnly"),
                  isEmpty ? NoticeTone::Danger : NoticeTone::Limit,
                  QString::fromStdString(reason.sentence),
                  isEmpty ? say(QT_TRANSLATE_NOOP("Program", "This window stays empty, and nothing is stored."))
                          : say(QT_TRANSLATE_NOOP("Program", "You can look at everything; nothing new is stored.")),
                  {}};
    const QString again = say(QT_TRANSLATE_NOOP("Program", "Try again"));
    if (shown == Shown::NoLibrary) {
        notice.button.label = restoreText();
        notice.otherButton.label = again;
    } else if (reason.code != conversation::ErrorCode::NewerVersion) {
        notice.button.label = again; // a newer version's file stays one
    }
    return notice;
}

Notice sandboxOffNotice()
{
    return {QStringLiteral("sandbox"),
            NoticeTone::Danger,
            say(QT_TRANSLATE_NOOP("Program", "The web pages in this window run without their sandbox.")),
            say(QT_TRANSLATE_NOOP("Program",
                                  "Whatever an agent writes is shown in them. Start Quarterdeck without "
                                  "QTWEBENGINE_DISABLE_SANDBOX and --no-sandbox.")),
            {}};
}

Notice startAnewNotice()
{
    return {QStringLiteral("anew"),
            NoticeTone::Plain,
            say(QT_TRANSLATE_NOOP("Program", "You can also start with a new, empty library.")),
            say(QT_TRANSLATE_NOOP("Program", "Whatever is left of the old one stays where it is.")),
            {say(QT_TRANSLATE_NOOP("Program", "Start a new library"))}};
}

Notice lostLogNotice(const session::Error& lost)
{
    return {QStringLiteral("lostLog"), NoticeTone::Danger, QString::fromStdString(lost.sentence), {}, {restoreText()}};
}

Notice recoveryNotice(const storage::RecoveryReport& report)
{
    Notice notice{
        QStringLiteral("recovered"), NoticeTone::Danger, recoveryCounts(report), copyText(report), {reportText()}};
    if (!notice.meaning.isEmpty())
        notice.otherButton.label = restoreText();
    return notice;
}

Notice recoveredFileNotice(const QString& greeting)
{
    Notice notice = greetingNotice(greeting, false);
    notice.button.label = reportText();
    return notice;
}

Notice greetingNotice(const QString& sentence, bool isBad)
{
    return {QStringLiteral("greeting"), isBad ? NoticeTone::Danger : NoticeTone::Plain, sentence, {}, {}};
}

Notice quitNotice(const QStringList& teams)
{
    const auto count = static_cast<int>(teams.size());
    const QString what = count == 1
        ? QCoreApplication::translate("Program", "The team of “%1” is working.").arg(teams.front())
        : QCoreApplication::translate("Program", "%n team(s) are working: %1.", nullptr, count)
              .arg(teams.join(QStringLiteral(", ")));
    return {
        quitNoticeId,
        NoticeTone::Held,
        what,
        say(QT_TRANSLATE_NOOP("Program",
                              "If you quit, unfinished answers are lost. Teams that are running continue when "
                              "Quarterdeck starts again; interrupted model calls are repeated and paid for again.")),
        {say(QT_TRANSLATE_NOOP("Program", "Quit"))},
        false,
        {say(QT_TRANSLATE_NOOP("Program", "Stay"))}};
}

Notice wentOnNotice(const team::TeamWentOn& team)
{
    const QString calls =
        QCoreApplication::translate("Program", "%n interrupted model call(s) are repeated", nullptr, team.calls);
    const QString meaning = team.cost
        //: %1: "2 interrupted model calls are repeated", %2 an amount of money
        ? QCoreApplication::translate("Program", "%1, for about %2.")
              .arg(calls, QString::fromStdString(conversation::dollarsText(*team.cost)))
        //: %1: "2 interrupted model calls are repeated"
        : QCoreApplication::translate("Program", "%1; the cost is not known.").arg(calls);
    return {QStringLiteral("wentOn.") + QString::fromStdString(team.session.str()),
            NoticeTone::Plain,
            QCoreApplication::translate("Program", "The team of “%1” continues where it was when Quarterdeck closed.")
                .arg(ui::wording::visibleText(team.title)),
            meaning,
            {say(QT_TRANSLATE_NOOP("Program", "Pause it"))},
            false,
            {},
            false,
            QString::fromStdString(team.session.str())};
}

} // namespace quarterdeck::app
