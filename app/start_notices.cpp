#include "app/start_notices.h"

#include "app/commands/console.h"
#include "app/commands/recovery_text.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace quarterdeck::app {

using ui::view::Notice;
using ui::view::NoticeTone;

namespace {

QString say(const char* text) { return QCoreApplication::translate("Program", text); }
QString reportText() { return say(QT_TRANSLATE_NOOP("Program", "Show report…")); }
QString restoreText() { return say(QT_TRANSLATE_NOOP("Program", "Restore…")); }

} // namespace

Notice packageNotice(const QString& package)
{
    return {QStringLiteral("package"), NoticeTone::Limit,
            say(QT_TRANSLATE_NOOP("Program", "“%1” is open by itself.")).arg(QFileInfo(package).fileName()),
            say(QT_TRANSLATE_NOOP("Program", "You can look at everything; nothing new is stored.")),
            say(QT_TRANSLATE_NOOP("Program", "Add to library"))};
}

session::Error importingElsewhere(const QString& file)
{
    constexpr qsizetype longestName = 255;
    return {conversation::ErrorCode::Locked,
            say(QT_TRANSLATE_NOOP("Program",
                                  "Another running Quarterdeck imports “%1” into this library, and has it until that "
                                  "is done."))
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
        notice.button = restoreText();
        notice.otherButton = again;
    } else if (reason.code != conversation::ErrorCode::NewerVersion) {
        notice.button = again; // a newer version's file stays one
    }
    return notice;
}

Notice startAnewNotice()
{
    return {QStringLiteral("anew"), NoticeTone::Plain,
            say(QT_TRANSLATE_NOOP("Program", "You can also start with a new, empty library.")),
            say(QT_TRANSLATE_NOOP("Program", "What is left of the old one stays where it is.")),
            say(QT_TRANSLATE_NOOP("Program", "Start anew"))};
}

Notice lostLogNotice(const session::Error& lost)
{
    return {QStringLiteral("lostLog"), NoticeTone::Danger, QString::fromStdString(lost.sentence), {}, restoreText()};
}

Notice recoveryNotice(const storage::RecoveryReport& report)
{
    Notice notice{QStringLiteral("recovered"), NoticeTone::Danger, recoveryCounts(report), copyText(report),
                  reportText()};
    if (!notice.meaning.isEmpty())
        notice.otherButton = restoreText();
    return notice;
}

Notice recoveredFileNotice(const QString& greeting)
{
    Notice notice = greetingNotice(greeting, false);
    notice.button = reportText();
    return notice;
}

Notice greetingNotice(const QString& sentence, bool isBad)
{
    return {QStringLiteral("greeting"), isBad ? NoticeTone::Danger : NoticeTone::Plain, sentence, {}, {}};
}

} // namespace quarterdeck::app
