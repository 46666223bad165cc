#pragma once

#include <QStyledItemDelegate>

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

} // namespace quarterdeck::ui
