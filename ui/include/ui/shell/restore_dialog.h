#pragma once

#include "ui/view/backup_row.h"

#include <QDialog>

#include <optional>

class QLabel;
class QListWidget;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The copies of the library, and which of them is to take its place. Does not keep the person from the window behind
/// it. Thread: ui; `theme` must outlive it.
class RestoreDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RestoreDialog)

public:
    explicit RestoreDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// There is no library of which a backup could be made.
    void hideMaking();
    /// Something was recovered just now: there is a report of it, whatever files there are.
    void offerReport();
    /// Until then it says that they are being read.
    void setBackups(view::BackupRows backups);
    /// One is being made; until `setBackups`.
    void setMaking();
    /// What went wrong, below the list.
    void setFailure(const QString& sentence);

signals:
    void restoreChosen(const QString& path);
    void backupWanted();
    /// Of this file; empty = the last one there is.
    void reportWanted(const QString& path);

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
    std::optional<view::BackupRows> m_backups; ///< empty = they are being read
    bool m_isMaking = false;
    bool m_canMake = true;
    QString m_failure;
};

} // namespace quarterdeck::ui
