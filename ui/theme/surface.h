#pragma once

#include "ui/theme/theme.h"

#include <QScrollArea>
#include <QWidget>

namespace quarterdeck::ui::theme {

/// A plain widget with a background from the tokens and hairlines on chosen edges: the base of panels, heads and feet.
/// `theme` must outlive it. Thread: ui.
class Surface : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Surface)

public:
    explicit Surface(const ThemeController& theme, QWidget* parent = nullptr);
    Surface(const ThemeController& theme, Color fill, Qt::Edges hairlines, QWidget* parent = nullptr);

    void setHairlines(Qt::Edges edges, Color color = Color::Line1);

    const ThemeController& controller() const { return m_theme; }
    const Theme& theme() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    /// Of a popup: below that widget, with its right edge, as far as the screen has room.
    void placeBelow(const QWidget& anchor);

private:
    const ThemeController& m_theme;
    Color m_fill = Color::BgWindow;
    Color m_line = Color::Line1;
    Qt::Edges m_hairlines;
};

} // namespace quarterdeck::ui::theme

namespace quarterdeck::ui {

/// As large as its content if the window has room for that; otherwise scrolled. The focus stays inside the content.
/// Thread: ui.
class AutoScrollArea final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AutoScrollArea)

public:
    /// `content` has a layout, and belongs to this area from now on. At least `usualWidth` wide if there is room.
    AutoScrollArea(const char* objectName, QWidget* content, int usualWidth, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    [[nodiscard]] int widthOf(const QSize& content) const;

    int m_usualWidth;
};

} // namespace quarterdeck::ui
