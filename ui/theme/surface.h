#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

namespace quarterdeck::ui::theme {

class ThemeController;

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

private:
    const ThemeController& m_theme;
    Color m_fill = Color::BgWindow;
    Color m_line = Color::Line1;
    Qt::Edges m_hairlines;
};

} // namespace quarterdeck::ui::theme
