#pragma once

#include "ui/present/backup_row.h"

#include <QDialog>

#include <optional>

class QLabel;
class QListWidget;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The library's copies, and which of them to restore. Non-modal. Thread: ui; `theme` must outlive it.
class RestoreDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RestoreDialog)

public:
    explicit RestoreDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// There is no library that could be backed up.
    void hideMaking();
    /// Something was just recovered: there is a report, whatever files exist.
    void offerReport();
    /// Until then it says that they are being read.
    void setBackups(view::BackupRows backups);
    /// One is being made; lasts until `setBackups`.
    void setMaking();
    /// What went wrong, below the list.
    void setFailure(const QString& sentence);

signals:
    void restoreChosen(const QString& path);
    void backupRequested();
    /// The report for this file; empty = the latest.
    void reportRequested(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void choose();
    void restore();
    [[nodiscard]] const view::BackupRow* chosen() const;
    void refresh();
    void showReport();
    void retranslate();

    const theme::ThemeController& m_theme;
    QLabel* m_explanation;
    QListWidget* m_list;
    QLabel* m_state;
    QPushButton* m_make;
    QPushButton* m_report;
    QPushButton* m_cancel;
    QPushButton* m_restore;
    std::optional<view::BackupRows> m_backups; ///< empty = being read
    bool m_isMaking = false;
    bool m_canMake = true;
    QString m_failure;
};

} // namespace quarterdeck::ui
