#pragma once

#include "ui/view/archived_row.h"

#include <QDialog>
#include <QSet>
#include <QStringList>

#include <optional>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class SegmentedChoice;
class ThemeController;
} // namespace theme

/// The sessions of the archive with their age and size, and which of them are to go for good. Nothing is chosen by
/// itself. Does not keep the person from the window behind it. Thread: ui; `theme` must outlive it.
class CleanUpDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CleanUpDialog)

public:
    explicit CleanUpDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// Until then it says that they are being read. What was chosen stays so.
    void setSessions(view::ArchivedRows sessions);
    /// So many of those that were chosen are deleted; nothing else can be chosen meanwhile.
    void setProgress(int deleted, int of);
    /// That is over; with what went wrong, if anything did.
    void endProgress(const QString& failure);

signals:
    /// To be asked about once more.
    void removalWanted(const QStringList& sessions);
    /// Enough are deleted.
    void stopWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void addRow(const view::ArchivedRow& session);
    void take(const QListWidgetItem& item);
    void chooseAll();
    void refresh();
    void retranslate();
    [[nodiscard]] QString stateWords() const;
    [[nodiscard]] QString takenWords() const;
    [[nodiscard]] QString freedWords() const;

    const theme::ThemeController& m_theme;
    QLabel* m_explanation;
    theme::SegmentedChoice* m_order;
    QPushButton* m_all;
    QListWidget* m_list;
    QLabel* m_state;
    QPushButton* m_cancel;
    QPushButton* m_delete;
    std::optional<view::ArchivedRows> m_sessions; ///< empty = they are being read
    QSet<QString> m_chosen;
    int m_deleted = 0;
    int m_deleting = 0; ///< 0 = nothing is being deleted
    QString m_failure;
};

} // namespace quarterdeck::ui
