#pragma once

#include "ui/present/recovery_report.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// What was recovered from a damaged library, session by session. Non-modal. Thread: ui; `theme` must outlive it.
class RecoveryReportDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecoveryReportDialog)

public:
    RecoveryReportDialog(const theme::ThemeController& theme, view::RecoveryReport report, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void copy();
    void retranslate();

    const theme::ThemeController& m_theme;
    view::RecoveryReport m_report;
    QLabel* m_summary;
    QListWidget* m_list;
    QLabel* m_kept;
    QPushButton* m_copy;
    QPushButton* m_close;
    bool m_isCopied = false;
};

} // namespace quarterdeck::ui
