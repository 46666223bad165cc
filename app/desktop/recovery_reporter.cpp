#include "app/desktop/recovery_reporter.h"

#include "app/desktop/restore_controller.h"
#include "app/services/recovery_text.h"
#include "ui/controllers/main_controller.h"
#include "ui/dialogs/recovery_report_dialog.h"
#include "ui/present/notice.h"
#include "ui/present/recovery_report.h"
#include "ui/theme/action_registry.h"

#include <QAction>
#include <QStringList>
#include <QWidget>
#include <algorithm>
#include <utility>

namespace quarterdeck::app {

using ui::RecoveryReportDialog;
using ui::view::RecoveredRow;

namespace {

/// The title, or enough of the id to tell it from others.
QString nameOf(const storage::RecoveredSession& session)
{
    constexpr qsizetype shortId = 12;
    if (!session.title.empty())
        return QString::fromStdString(session.title);
    const QString id = QString::fromStdString(session.id.str());
    return id.size() > shortId ? id.left(shortId) + u'…' : id;
}

RecoveredRow rowOf(const storage::RecoveredSession& session)
{
    const auto fate = session.isWhole() ? RecoveredRow::Fate::Whole
        : session.events == 0           ? RecoveredRow::Fate::Nothing
                                        : RecoveredRow::Fate::InPart;
    return {fate, nameOf(session), recoveredPart(session)};
}

} // namespace

ui::view::RecoveryReport reportShown(const storage::RecoveryReport& report, Recovered what)
{
    const bool isLibrary = what == Recovered::Library;
    ui::view::RecoveryReport shown;
    QStringList lines;
    for (const storage::RecoveredSession& session : report.sessions) {
        shown.rows.push_back(rowOf(session));
        lines.append(recoveryText(session));
    }
    std::ranges::stable_sort(shown.rows, {}, &RecoveredRow::fate);
    shown.summary = recoveryCounts(report);
    shown.kept = what == Recovered::Earlier ? keptSinceText(report)
        : isLibrary                         ? keptText(report)
                                            : keptBeforeText(report);
    lines.append(what == Recovered::ChosenFile ? recoveredAsideText(report) : recoveryText(report));
    if (what == Recovered::Earlier)
        lines.append(shown.kept);
    if (const QString copy = copyText(report); !copy.isEmpty())
        lines.append(copy);
    shown.text = lines.join(u'\n') + u'\n';
    return shown;
}

RecoveryReporter::RecoveryReporter(Dependencies surroundings) : QObject(&surroundings.window), m_around(surroundings)
{
    connect(&m_around.backups, &RestoreController::reportRequested, this, [this](QWidget& dialog, const Report& kept) {
        if (kept)
            open(dialog, kept, Recovered::Earlier);
        else if (m_report)
            open(dialog, m_report, m_what);
    });
}

void RecoveryReporter::tell(Report report, Recovered what, const ui::view::Notice& notice)
{
    m_report = std::move(report);
    m_what = what;
    m_around.backups.offerReport();
    m_around.workspace.showNotice(notice);
    const auto stay = [this, notice](const QString& clicked) {
        if (clicked == notice.id)
            m_around.workspace.showNotice(notice);
        return clicked == notice.id;
    };
    connect(&m_around.workspace, &ui::MainController::noticeButtonClicked, this, [this, stay](const QString& clicked) {
        if (stay(clicked))
            open(m_around.window, m_report, m_what);
    });
    connect(&m_around.workspace, &ui::MainController::noticeOtherButtonClicked, this,
            [this, stay](const QString& clicked) {
                if (stay(clicked))
                    m_around.actions[ui::ActionId::LibraryRestore].trigger();
            });
}

/// While the backups dialog is open, only windows above it can be clicked.
void RecoveryReporter::open(QWidget& parent, const Report& report, Recovered what)
{
    if (m_dialog && (m_dialog->parentWidget() != &parent || m_shown != report))
        delete m_dialog;
    m_shown = report;
    if (!m_dialog) {
        m_dialog = new RecoveryReportDialog(m_around.theme, reportShown(*report, what), &parent);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

} // namespace quarterdeck::app
