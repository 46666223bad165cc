#include "shell/fitting_area.h"

#include <QLayout>
#include <QStyle>
#include <algorithm>

namespace quarterdeck::ui {

namespace {
constexpr int leastLines = 8;
} // namespace

FittingArea::FittingArea(const char* objectName, QWidget* content, QWidget* parent) : QScrollArea(parent)
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

QSize FittingArea::sizeHint() const
{
    const int width = std::max(widget()->sizeHint().width(), widget()->minimumWidth());
    const QLayout* inside = widget()->layout();
    return {width, inside->hasHeightForWidth() ? inside->heightForWidth(width) : widget()->sizeHint().height()};
}

QSize FittingArea::minimumSizeHint() const
{
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const int width = std::max(widget()->minimumSizeHint().width(), widget()->minimumWidth());
    return {width + bar, fontMetrics().height() * leastLines};
}

} // namespace quarterdeck::ui
