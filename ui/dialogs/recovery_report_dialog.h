#pragma once

#include <QDialog>
#include <QString>
#include <QStyledItemDelegate>

#include <vector>

class QLabel;
class QListWidget;
class QPushButton;

namespace quarterdeck::ui::view {

/// A session of a damaged library, as a list shows it.
struct RecoveredRow
{
    enum class Fate { Nothing, InPart, Whole };
    Fate fate = Fate::Whole;
    QString title;
    QString what; ///< recovered: "all 120 messages", "80 of 120 events", "nothing"
    bool operator==(const RecoveredRow&) const = default;
};

/// What came back of a damaged library.
struct RecoveryReport
{
    QString summary;                ///< how many sessions were
    std::vector<RecoveredRow> rows; ///< incomplete ones first
    QString kept;                   ///< where the previous file is; may be empty
    QString text;                   ///< all of it, for copying
};

} // namespace quarterdeck::ui::view

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
} // namespace theme

/// Paints recovered sessions, one line each: a sign for its fate, the title, and at the end what was recovered, which
/// takes precedence over a long title. An item's text is the two, as lines. Thread: ui; the theme must outlive it.
class RecoveredRowDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecoveredRowDelegate)
public:
    /// Of an item: a `view::RecoveredRow::Fate`, as a number.
    static constexpr int fateRole = Qt::UserRole;

    RecoveredRowDelegate(const theme::ThemeController& theme, QObject* parent);
    ~RecoveredRowDelegate() override = default;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const theme::ThemeController& m_theme;
};

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
