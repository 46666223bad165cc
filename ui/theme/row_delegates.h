#pragma once

#include <QStyledItemDelegate>

class QPainter;
class QRectF;
class QString;

namespace quarterdeck::ui {

namespace theme {
class Theme;
} // namespace theme

/// The text of a row in a dialog's list, from `left` on: its first line, and the rest below it, quieter.
void paintTwoLines(QPainter& painter, const theme::Theme& look, const QRectF& row, double left, const QString& text);

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
