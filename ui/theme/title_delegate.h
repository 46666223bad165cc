#pragma once

#include <QStyledItemDelegate>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// A row in a dialog's list: its title; tinted if it is selected. Thread: ui; `theme` must outlive it.
class TitleDelegate final : public QStyledItemDelegate
{
public:
    TitleDelegate(const theme::ThemeController& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme) { }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const theme::ThemeController& m_theme;
};

} // namespace quarterdeck::ui
