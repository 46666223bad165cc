#include "app/desktop/recovery.h"

#include "app/services/recovery_text.h"
#include "storage/backup/backups.h"
#include "ui/dialogs/recovery_report_dialog.h"
#include "ui/dialogs/restore_dialog.h"
#include "ui/present/notice_board.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"
#include "ui/theme/action_registry.h"

#include <QAction>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDir>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace quarterdeck::app {

std::unique_ptr<RecoveryWindow> RecoveryWindow::ofLibrary(const QString& library)
{
    return std::unique_ptr<RecoveryWindow>(
        new RecoveryWindow(tr("Recovering the library"),
                           tr("The library “%1” is damaged. Whatever can be recovered goes into a new file; the "
                              "damaged file is kept beside it.")
                               .arg(QDir::toNativeSeparators(library))));
}

std::unique_ptr<RecoveryWindow> RecoveryWindow::ofRestoring(const QString& library)
{
    auto window =
        std::unique_ptr<RecoveryWindow>(new RecoveryWindow(tr("Restoring a backup"),
                                                           tr("The backup is copied and checked before it replaces the "
                                                              "library “%1”. Until then, the library does not change.")
                                                               .arg(QDir::toNativeSeparators(library))));
    window->m_bar->setRange(0, 0);
    window->addCancel();
    return window;
}

std::unique_ptr<RecoveryWindow> RecoveryWindow::ofPackage(const QString& package)
{
    return std::unique_ptr<RecoveryWindow>(
        new RecoveryWindow(tr("Opening a session"), tr("Reading “%1”…").arg(QDir::toNativeSeparators(package))));
}

RecoveryWindow::RecoveryWindow(const QString& title, const QString& what) : m_bar(new QProgressBar(this))
{
    constexpr int width = 480;
    setObjectName(QStringLiteral("recovery"));
    setWindowTitle(title);
    setWindowFlags(Qt::Window | Qt::CustomizeWindowHint | Qt::WindowTitleHint | Qt::WindowMinimizeButtonHint);
    setAttribute(Qt::WA_QuitOnClose, false);
    setMinimumWidth(width);
    auto* text = new QLabel(what, this);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    m_bar->setObjectName(QStringLiteral("recovery.progress"));
    m_bar->setAccessibleName(windowTitle());
    auto* column = new QVBoxLayout(this);
    column->addWidget(text);
    column->addWidget(m_bar);
}

void RecoveryWindow::addCancel()
{
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("recovery.cancel"));
    cancel->setAccessibleName(cancel->text());
    connect(cancel, &QPushButton::clicked, this, [this, cancel] {
        cancel->setEnabled(false);
        emit cancelled();
    });
    layout()->addWidget(cancel);
    layout()->setAlignment(cancel, Qt::AlignRight);
}

void RecoveryWindow::setProgress(int percent) { m_bar->setValue(percent); }

void RecoveryWindow::closeEvent(QCloseEvent* event) { event->ignore(); }

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

void RecoveryReporter::tell(Report report, Recovered what, ui::view::Notice notice)
{
    m_report = std::move(report);
    m_what = what;
    m_around.backups.offerReport();
    notice.stays = true;
    notice.button.act = [this] { open(m_around.window, m_report, m_what); };
    notice.otherButton.act = [this] { m_around.actions[ui::ActionId::LibraryRestore].trigger(); };
    m_around.notices.post(notice);
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
