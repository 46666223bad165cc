#pragma once

#include "model/conversation/ids.h"

#include <QDialog>
#include <QSet>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace quarterdeck::ui::view {

/// An archived session that can be deleted.
struct ArchivedRow
{
    QString id;
    QString title;
    conversation::Timestamp archivedAt;
    qint64 bytes = 0; ///< that it takes up, roughly
    int messages = 0;
    qint64 attachments = 0; ///< of these bytes
    qint64 shared = 0;      ///< of these, also in use elsewhere: they stay when it is removed

    bool operator==(const ArchivedRow&) const = default;
};
using ArchivedRows = std::vector<ArchivedRow>;

} // namespace quarterdeck::ui::view

namespace quarterdeck::ui {

namespace theme {
class SegmentedChoice;
class ThemeController;
} // namespace theme

/// The archived sessions with age and size, and which of them to delete for good. Nothing is selected by itself.
/// Non-modal. Thread: ui; `theme` must outlive it.
class CleanUpDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CleanUpDialog)

public:
    explicit CleanUpDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// Until then it says that they are being read. Selections are kept.
    void setSessions(view::ArchivedRows sessions);
    /// How many of the selected sessions are deleted; nothing can be selected meanwhile.
    void setProgress(int deleted, int of);
    /// Deletion is over; with what went wrong, if anything did.
    void endProgress(const QString& failure);

signals:
    /// To be confirmed once more.
    void removalRequested(const QStringList& sessions);
    /// Stop deleting.
    void stopRequested();

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
    std::optional<view::ArchivedRows> m_sessions; ///< empty = being read
    QSet<QString> m_chosen;
    int m_deleted = 0;
    int m_deleting = 0; ///< 0 = nothing is being deleted
    QString m_failure;
};

} // namespace quarterdeck::ui
