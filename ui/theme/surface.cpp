#include "ui/theme/surface.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QLayout>
#include <QPainter>
#include <QScreen>
#include <QScrollBar>

#include <algorithm>

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

void Surface::placeBelow(const QWidget& anchor)
{
    constexpr double distance = 4;
    QPoint place =
        anchor.mapToGlobal(QPoint(anchor.width(), anchor.height() + theme().px(distance))) - QPoint(width(), 0);
    if (const QScreen* on = anchor.screen()) {
        const QRect room = on->availableGeometry();
        place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() - width())));
    }
    move(place);
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

namespace quarterdeck::ui {

namespace {
constexpr int leastLines = 8;
} // namespace

AutoScrollArea::AutoScrollArea(const char* objectName, QWidget* content, int usualWidth, QWidget* parent)
    : QScrollArea(parent)
    , m_usualWidth(usualWidth)
{
    setObjectName(QString::fromLatin1(objectName));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(content);
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
}

int AutoScrollArea::widthOf(const QSize& content) const
{
    // The scroll bar must cut nothing off when it appears.
    return std::max(content.width(), widget()->minimumWidth()) + verticalScrollBar()->sizeHint().width();
}

QSize AutoScrollArea::sizeHint() const
{
    const int width = std::max(widthOf(widget()->sizeHint()), m_usualWidth);
    const QLayout* inside = widget()->layout();
    return {width, inside->hasHeightForWidth() ? inside->totalHeightForWidth(width) : widget()->sizeHint().height()};
}

QSize AutoScrollArea::minimumSizeHint() const
{
    return {widthOf(widget()->minimumSizeHint()), fontMetrics().height() * leastLines};
}

} // namespace quarterdeck::ui
