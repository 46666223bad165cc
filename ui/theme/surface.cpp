#include "ui/theme/surface.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QPainter>

namespace quarterdeck::ui::theme {

Surface::Surface(const ThemeController& theme, QWidget* parent) : Surface(theme, Color::BgWindow, {}, parent) { }

Surface::Surface(const ThemeController& theme, Color fill, Qt::Edges hairlines, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_fill(fill)
    , m_hairlines(hairlines)
{ }

const Theme& Surface::theme() const { return m_theme.theme(); }

void Surface::setHairlines(Qt::Edges edges, Color color)
{
    m_hairlines = edges;
    m_line = color;
    update();
}

void Surface::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().color(m_fill));
    for (const Qt::Edge edge : {Qt::TopEdge, Qt::BottomEdge, Qt::LeftEdge, Qt::RightEdge}) {
        if (m_hairlines.testFlag(edge))
            paintHairline(painter, theme(), rect(), edge, m_line);
    }
}

} // namespace quarterdeck::ui::theme
