#include "ui/theme/paint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace quarterdeck::ui::theme {

namespace {

double digitWidth(const QFontMetricsF& metrics)
{
    double widest = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QLatin1Char(digit)));
    return widest;
}

double cellWidth(const QFontMetricsF& metrics, double digit, QChar character)
{
    return character.isDigit() ? digit : metrics.horizontalAdvance(character);
}

} // namespace

double textWidth(const QFont& font, const QString& text) { return QFontMetricsF(font).horizontalAdvance(text); }

double paintText(QPainter& painter, const QRectF& rect, const QString& text, const QFont& font, const QColor& color,
                 Qt::Alignment alignment, Qt::TextElideMode elide)
{
    const QFontMetricsF metrics(font);
    const QString shown = elide == Qt::ElideNone ? text : metrics.elidedText(text, elide, rect.width());
    painter.save();
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(rect, static_cast<int>(alignment | Qt::TextSingleLine | Qt::TextDontClip), shown);
    painter.restore();
    return metrics.horizontalAdvance(shown);
}

double tabularWidth(const QFont& font, const QString& text)
{
    const QFontMetricsF metrics(font);
    const double digit = digitWidth(metrics);
    double width = 0;
    for (const QChar character : text)
        width += cellWidth(metrics, digit, character);
    return width;
}

void paintTabular(QPainter& painter, const QRectF& rect, const QString& text, const QFont& font, const QColor& color,
                  Qt::Alignment alignment)
{
    const QFontMetricsF metrics(font);
    const double digit = digitWidth(metrics);
    const double width = tabularWidth(font, text);
    double x = rect.left();
    if (alignment.testFlag(Qt::AlignRight))
        x = rect.right() - width;
    else if (alignment.testFlag(Qt::AlignHCenter))
        x = rect.center().x() - width / 2;
    painter.save();
    painter.setFont(font);
    painter.setPen(color);
    for (const QChar character : text) {
        const double cell = cellWidth(metrics, digit, character);
        const int flags = Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextDontClip;
        painter.drawText(QRectF(x, rect.top(), cell, rect.height()), flags, QString(character));
        x += cell;
    }
    painter.restore();
}

} // namespace quarterdeck::ui::theme
