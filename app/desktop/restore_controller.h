#pragma once

#include "model/session/callback_guard.h"
#include "storage/backup/earlier_losses.h"
#include "storage/recover/recover_library.h"
#include "ui/theme/theme_controller.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

class QWidget;

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
