#include "app/desktop/restore_controller.h"

#include "app/services/backup_text.h"
#include "storage/backup/backups.h"
#include "ui/dialogs/restore_dialog.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"

#include <QCoreApplication>
#include <QWidget>
#include <algorithm>
#include <utility>

namespace quarterdeck::app {

namespace {

struct Restore
{
    Q_DECLARE_TR_FUNCTIONS(Restore)
};

const std::string& asideOf(const std::shared_ptr<const storage::RecoveryReport>& report) { return report->keptAside; }

/// For a file whose contents cannot be counted: what was recovered from it.
QString recoveredOf(const storage::RecoveryReport* report)
{
    if (report == nullptr)
        return Restore::tr("Whatever is left can be recovered");
    return Restore::tr("%1 of %2 sessions recovered completely")
        .arg(report->wholeSessions())
        .arg(report->sessions.size());
}

QString asABeginning(const QString& text) { return text.left(1).toUpper() + text.mid(1); }

ui::view::BackupRow rowOf(const storage::Backup& backup, const storage::RecoveryReport* report,
                          const storage::EarlierLoss* loss)
{
    const QString dot = QStringLiteral(" · ");
    const QString moment = backupMoment(backup);
    const QString size = ui::wording::bytes(backup.bytes);
    if (backup.kind == storage::BackupKind::Damaged) // nobody knows what is in it
        return {QString::fromStdString(backup.path), moment + dot + Restore::tr("damaged"),
                recoveredOf(report) + dot + size, true, report != nullptr};
    const QString when = moment + dot + backupKindText(backup.kind);
    const QString sessions = Restore::tr("%n session(s)", nullptr, static_cast<int>(backup.sessions));
    const std::int64_t there = backup.events - (loss != nullptr ? loss->places : 0);
    const QString events = Restore::tr("%n event(s)", nullptr, static_cast<int>(there));
    QStringList what{sessions, events, size};
    if (loss != nullptr)
        what.prepend(asABeginning(earlierLossText(*loss)));
    return {QString::fromStdString(backup.path),
            when,
            what.join(dot),
            false,
            report != nullptr,
            backup.kind == storage::BackupKind::InPart,
            loss != nullptr,
            backup.isOfNewerVersion};
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
    connect(m_dialog, &ui::RestoreDialog::reportRequested, this, &RestoreController::showReport);
    connect(m_dialog, &ui::RestoreDialog::restoreChosen, this, &RestoreController::restoreRequested);
    connect(m_dialog, &ui::RestoreDialog::backupRequested, this, &RestoreController::makeBackup);
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

/// One thread at a time: the next starts when the previous one has reported.
void RestoreController::readBackups()
{
    m_isToBeReadAgain = m_isReading;
    if (std::exchange(m_isReading, true))
        return;
    struct Read
    {
        std::vector<storage::Backup> backups;
        std::vector<std::shared_ptr<const storage::RecoveryReport>> reports;
        std::map<std::string, storage::EarlierLoss> losses;
    };
    const auto told = m_receiver.wrap<Read>([this](const Read& read) {
        m_isReading = false;
        m_reports = read.reports;
        if (m_isToBeReadAgain)
            readBackups();
        else
            show(read.backups, read.losses);
    });
    m_reading = std::jthread([told, library = m_library.toStdString()](const std::stop_token& stop) {
        Read read{storage::listBackups(library, stop), {}, {}};
        read.losses = storage::earlierLosses(library, read.backups, stop);
        for (storage::RecoveryReport& report : storage::savedRecoveryReports(library))
            read.reports.push_back(std::make_shared<const storage::RecoveryReport>(std::move(report)));
        told(read);
    });
}

void RestoreController::show(const std::vector<storage::Backup>& backups,
                             const std::map<std::string, storage::EarlierLoss>& losses)
{
    ui::view::BackupRows rows;
    for (const storage::Backup& backup : backups) {
        const auto report = std::ranges::find(m_reports, backup.path, asideOf);
        const auto loss = losses.find(backup.path);
        rows.push_back(rowOf(backup, report == m_reports.end() ? nullptr : report->get(),
                             loss == losses.end() ? nullptr : &loss->second));
    }
    if (m_dialog && !m_isMaking)
        m_dialog->setBackups(std::move(rows));
}

/// The report of this start is the latest, even if the disk had no room to save it.
void RestoreController::showReport(const QString& path)
{
    const auto report = std::ranges::find(m_reports, path.toStdString(), asideOf);
    if (report != m_reports.end())
        emit reportRequested(*m_dialog, *report);
    else if (m_isReportOffered || m_reports.empty())
        emit reportRequested(*m_dialog, nullptr);
    else
        emit reportRequested(*m_dialog, m_reports.front());
}

void RestoreController::makeBackup()
{
    using Made = session::Result<storage::Backup>;
    m_isMaking = true;
    const auto tell = m_receiver.wrap<Made>([this](const Made& made) {
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
