#pragma once

#include "model/session/post.h"
#include "storage/backup/earlier_losses.h"
#include "storage/recover/recover_library.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

class QProgressBar;
class QWidget;

namespace quarterdeck::app {

/// Shown while a damaged library is recovered, a backup is restored, or a large package is read, before there is a
/// window for the contents. Cannot be closed: ending the program meanwhile loses nothing, since a library is only
/// replaced at the end. Thread: ui.
class RecoveryWindow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecoveryWindow)
public:
    [[nodiscard]] static std::unique_ptr<RecoveryWindow> ofLibrary(const QString& library);
    /// Nobody knows how far it is; it can be cancelled.
    [[nodiscard]] static std::unique_ptr<RecoveryWindow> ofRestoring(const QString& library);
    [[nodiscard]] static std::unique_ptr<RecoveryWindow> ofPackage(const QString& package);
    ~RecoveryWindow() override = default;

    void setProgress(int percent);

signals:
    /// The person cancelled it. At most once.
    void cancelled();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    RecoveryWindow(const QString& title, const QString& what);
    void addCancel();

    QProgressBar* m_bar;
};

} // namespace quarterdeck::app

namespace quarterdeck::ui {
class RestoreDialog;
}

namespace quarterdeck::app {

/// Shows a library's backups, makes one on request, and says which of them to restore. Backups are read and made on
/// threads of their own, for which nobody waits; the destructor stops both, and joins. Thread: ui.
class RestoreController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RestoreController)
public:
    /// `isThere`: there is a library that can be backed up.
    RestoreController(QString library, bool isThere, const ui::theme::ThemeController& theme, QWidget& window);

    void open();
    /// Shows them, and makes one.
    void makeOne();
    /// This start recovered something: the result can be viewed from there.
    void offerReport() { m_isReportOffered = true; }

signals:
    /// The person chose it.
    void restoreRequested(const QString& backup);
    /// Above that dialog: the report for this file; null = the latest.
    void reportRequested(QWidget& dialog, const std::shared_ptr<const storage::RecoveryReport>& report);

private:
    void readBackups();
    void show(const std::vector<storage::Backup>& backups, const std::map<std::string, storage::EarlierLoss>& losses);
    void showReport(const QString& path);
    void makeBackup();

    QString m_library;
    bool m_isThere;
    const ui::theme::ThemeController& m_theme;
    QWidget& m_window;
    QPointer<ui::RestoreDialog> m_dialog;
    bool m_isMaking = false;
    bool m_isReading = false;
    bool m_isToBeReadAgain = false; ///< something arrived while they were being read
    bool m_isReportOffered = false;
    std::vector<std::shared_ptr<const storage::RecoveryReport>> m_reports; ///< those kept, the latest first
    session::CallbackGuard m_receiver{this};
    std::jthread m_reading; ///< after what it answers to, so that it ends first
    std::jthread m_making;
};

} // namespace quarterdeck::app

namespace quarterdeck::ui {
class ActionRegistry;
class RecoveryReportDialog;
class NoticeBoard;
namespace view {
struct Notice;
struct RecoveryReport;
} // namespace view
} // namespace quarterdeck::ui

namespace quarterdeck::app {

/// What was recovered: the library that did not open, or a damaged file that the person chose to replace it. Earlier:
/// either, at an earlier start.
enum class Recovered { Library, ChosenFile, Earlier };

/// The report as the dialog shows it: sessions that were lost come first, then those recovered in part.
[[nodiscard]] ui::view::RecoveryReport reportShown(const storage::RecoveryReport& report, Recovered what);

/// Reports in a notice what was recovered of a damaged library, and shows its sessions one by one if the person wants
/// it: from the notice, and later from among the backups, where earlier recoveries are, too. Thread: ui.
class RecoveryReporter final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecoveryReporter)
public:
    struct Dependencies
    {
        const ui::theme::ThemeController& theme;
        ui::ActionRegistry& actions;
        ui::NoticeBoard& notices;
        RestoreController& backups;
        QWidget& window;
    };
    explicit RecoveryReporter(Dependencies surroundings);

    /// What this start recovered, with a notice, which stays when one of its buttons is clicked.
    void tell(std::shared_ptr<const storage::RecoveryReport> report, Recovered what, ui::view::Notice notice);

private:
    using Report = std::shared_ptr<const storage::RecoveryReport>;
    void open(QWidget& parent, const Report& report, Recovered what);

    Dependencies m_around;
    Report m_report; ///< of this start; null = nothing was recovered
    Recovered m_what = Recovered::Library;
    Report m_shown;
    QPointer<ui::RecoveryReportDialog> m_dialog;
};

} // namespace quarterdeck::app
