#include "app/restore_controller.h"

#include "app/backup_words.h"
#include "storage/backups.h"
#include "ui/shell/restore_dialog.h"
#include "ui/wording/quantities.h"
#include "ui/wording/routing_words.h"

#include <QCoreApplication>
#include <QWidget>
#include <utility>

namespace quarterdeck::app {

namespace {

struct Restore
{
    Q_DECLARE_TR_FUNCTIONS(Restore)
};

ui::view::BackupRow rowOf(const storage::Backup& backup)
{
    const QString dot = QStringLiteral(" · ");
    const QString moment = backupMoment(backup);
    const QString size = ui::wording::bytes(backup.bytes);
    if (backup.kind == storage::BackupKind::Damaged) // nobody knows what is in it
        return {QString::fromStdString(backup.path), moment + dot + Restore::tr("damaged"),
                Restore::tr("Put aside when it was recovered") + dot + size, true};
    const QString when = moment + dot + backupKindText(backup.kind);
    const QString sessions = Restore::tr("%n session(s)", nullptr, static_cast<int>(backup.sessions));
    const QString events = Restore::tr("%n event(s)", nullptr, static_cast<int>(backup.events));
    return {QString::fromStdString(backup.path), when, QStringList{sessions, events, size}.join(dot)};
}

} // namespace

RestoreController::RestoreController(QString library, bool isThere, const ui::theme::ThemeController& theme,
                                     QWidget& window)
    : QObject(&window)
    , m_library(std::move(library))
    , m_isThere(isThere)
    , m_theme(theme)
    , m_window(window)
{ }

void RestoreController::open()
{
    if (m_dialog) {
        m_dialog->raise();
        m_dialog->activateWindow();
        return;
    }
    m_dialog = new ui::RestoreDialog(m_theme, &m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!m_isThere)
        m_dialog->hideMaking();
    if (m_isReportOffered)
        m_dialog->offerReport();
    connect(m_dialog, &ui::RestoreDialog::reportWanted, this, [this] { emit reportWanted(*m_dialog); });
    connect(m_dialog, &ui::RestoreDialog::restoreChosen, this, &RestoreController::restoreWanted);
    connect(m_dialog, &ui::RestoreDialog::backupWanted, this, &RestoreController::makeBackup);
    if (m_isMaking)
        m_dialog->setMaking();
    else
        readBackups();
    m_dialog->open();
}

void RestoreController::makeOne()
{
    open();
    if (m_isMaking)
        return;
    m_dialog->setMaking();
    makeBackup();
}

void RestoreController::readBackups()
{
    using Backups = std::vector<storage::Backup>;
    const auto show = m_receiver.on<Backups>([this](const Backups& backups) {
        ui::view::BackupRows rows;
        for (const storage::Backup& backup : backups)
            rows.push_back(rowOf(backup));
        if (m_dialog && !m_isMaking)
            m_dialog->setBackups(std::move(rows));
    });
    m_reading = std::jthread([show, library = m_library.toStdString()] { show(storage::listBackups(library)); });
}

void RestoreController::makeBackup()
{
    using Made = session::Result<storage::Backup>;
    m_isMaking = true;
    const auto tell = m_receiver.on<Made>([this](const Made& made) {
        m_isMaking = false;
        readBackups();
        const session::Error* wrong = !made ? &made.error() : made->damage ? &*made->damage : nullptr;
        if (wrong != nullptr && m_dialog)
            m_dialog->setFailure(ui::wording::text(wrong->sentence));
    });
    m_making = std::jthread([tell, library = m_library.toStdString()](const std::stop_token& stop) {
        tell(storage::makeBackup(library, storage::BackupKind::ByHand, stop));
    });
}

} // namespace quarterdeck::app
