#include "ui/theme/auto_scroll_area.h"

#include <QLayout>
#include <QScrollBar>
#include <algorithm>

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
