#pragma once

#include <QStyledItemDelegate>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
} // namespace theme

/// Paints rows with a check box and two lines: the first line of their text, and the rest below it, quieter. A click
/// anywhere in a row toggles it, and so does Space. Thread: ui; the theme must outlive it.
class CheckRowDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CheckRowDelegate)
public:
    CheckRowDelegate(const theme::ThemeController& theme, QObject* parent);
    ~CheckRowDelegate() override = default;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    const theme::ThemeController& m_theme;
};

} // namespace quarterdeck::ui
