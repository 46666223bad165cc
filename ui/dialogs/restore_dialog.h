#pragma once

#include <QDialog>
#include <QString>
#include <QStyledItemDelegate>

#include <optional>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;

namespace quarterdeck::ui::view {

/// A copy of the library, as a list shows it.
struct BackupRow
{
    QString path;
    QString when;             ///< "22 Nov 2026 03:10 · daily"
    QString what;             ///< "14 sessions · 3204 events · 12.3 MB"
    bool isDamaged = false;   ///< choosing it recovers what is left of it
    bool hasReport = false;   ///< of what was recovered from it
    bool isInPart = false;    ///< it contains what was damaged at the time
    bool isAfterLoss = false; ///< it lacks what an earlier recovery had lost; `what` says so
    bool isNewer = false;     ///< from a newer version of the program, which alone can restore it
    bool operator==(const BackupRow&) const = default;
};

/// Newest first, damaged ones last.
using BackupRows = std::vector<BackupRow>;

} // namespace quarterdeck::ui::view

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
} // namespace theme

/// Paints copies of the library as rows of two lines, after a sign for whole or damaged ones. Thread: ui; the theme
/// must outlive it.
class BackupRowDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BackupRowDelegate)
public:
    /// Of an item: whether it is damaged.
    static constexpr int damagedRole = Qt::UserRole;

    BackupRowDelegate(const theme::ThemeController& theme, QObject* parent);
    ~BackupRowDelegate() override = default;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const theme::ThemeController& m_theme;
};

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
