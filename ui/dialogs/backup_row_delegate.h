#pragma once

#include <QStyledItemDelegate>

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

} // namespace quarterdeck::ui
