#include "ui/theme/state_glyph.h"

#include <QPainter>
#include <QPainterPath>

namespace quarterdeck::ui::theme {

namespace {

QPen round(const QColor& color, double width) { return {color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin}; }

void stroke(QPainter& painter, const QPen& pen, const QPainterPath& path) { painter.strokePath(path, pen); }

void paintThinking(QPainter& painter, const Theme& theme, double turn)
{
    const QRectF circle(2, 2, 10, 10);
    const QColor color = theme.color(Color::StatusThinking);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(round(theme.color(Color::StatusThinking, 0.3), 1.75));
    painter.drawEllipse(circle);
    painter.setPen(round(color, 1.75));
    painter.drawArc(circle, static_cast<int>((0.0 - turn * 360.0) * 16), 90 * 16);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QPointF(7, 7), 1.6, 1.6);
}

void paintActing(QPainter& painter, const Theme& theme, Color surface)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Color::StatusActing));
    painter.drawEllipse(QPointF(7, 7), 6, 6);
    painter.setBrush(theme.color(surface));
    painter.drawPolygon(QPolygonF{{5.6, 4.4}, {5.6, 9.6}, {9.8, 7.0}});
}

void paintWaiting(QPainter& painter, const Theme& theme)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Color::AskFill));
    painter.drawEllipse(QPointF(7, 7), 6.5, 6.5);
    QPainterPath mark(QPointF(5.3, 5.5));
    mark.cubicTo(5.3, 4.5, 6.1, 3.9, 7.1, 3.9);
    mark.cubicTo(8.1, 3.9, 8.8, 4.5, 8.8, 5.4);
    mark.cubicTo(8.8, 6.6, 7.1, 6.7, 7.1, 7.9);
    stroke(painter, round(theme.color(Color::OnAsk), 1.4), mark);
    painter.setBrush(theme.color(Color::OnAsk));
    painter.drawEllipse(QPointF(7.1, 10), 0.9, 0.9);
}

void paintPaused(QPainter& painter, const Theme& theme)
{
    const QColor color = theme.color(Color::StatusPaused);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.4));
    painter.drawEllipse(QPointF(7, 7), 5.75, 5.75);
    painter.setPen(round(color, 1.5));
    painter.drawLine(QPointF(5.6, 5), QPointF(5.6, 9));
    painter.drawLine(QPointF(8.4, 5), QPointF(8.4, 9));
}

void paintFailed(QPainter& painter, const Theme& theme, Color surface)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Color::StatusFailed));
    painter.drawPolygon(QPolygonF{{4.5, 1}, {9.5, 1}, {13, 4.5}, {13, 9.5}, {9.5, 13}, {4.5, 13}, {1, 9.5}, {1, 4.5}});
    painter.setPen(round(theme.color(surface), 1.5));
    painter.drawLine(QPointF(5, 5), QPointF(9, 9));
    painter.drawLine(QPointF(9, 5), QPointF(5, 9));
}

void paintRing(QPainter& painter, const QColor& color, double radius, double width)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, width));
    painter.drawEllipse(QPointF(7, 7), radius, radius);
}

void paintRecorded(QPainter& painter, const Theme& theme)
{
    paintRing(painter, theme.color(Color::Text3), 5, 1.4);
    QPainterPath hands(QPointF(7, 4.4));
    hands.lineTo(7, 7);
    hands.lineTo(8.8, 8.2);
    stroke(painter, round(theme.color(Color::Text3), 1.4), hands);
}

void paintDone(QPainter& painter, const Theme& theme)
{
    QPainterPath tick(QPointF(3, 7.4));
    tick.lineTo(5.7, 10.1);
    tick.lineTo(11, 4.6);
    stroke(painter, round(theme.color(Color::Text3), 1.6), tick);
}

void paintStopped(QPainter& painter, const Theme& theme)
{
    paintRing(painter, theme.color(Color::Text3), 5, 1.4);
    painter.fillRect(QRectF(5.2, 5.2, 3.6, 3.6), theme.color(Color::Text3));
}

} // namespace

void paintStateGlyph(QPainter& painter, const Theme& theme, const QRectF& rect, StateGlyph glyph, Color surface,
                     double turn)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 14.0, rect.height() / 14.0);
    switch (glyph) {
    case StateGlyph::Idle:
        paintRing(painter, theme.color(Color::StatusIdle), 4.75, 1.5);
        break;
    case StateGlyph::Thinking:
        paintThinking(painter, theme, turn);
        break;
    case StateGlyph::Acting:
        paintActing(painter, theme, surface);
        break;
    case StateGlyph::Waiting:
        paintWaiting(painter, theme);
        break;
    case StateGlyph::Paused:
        paintPaused(painter, theme);
        break;
    case StateGlyph::Failed:
        paintFailed(painter, theme, surface);
        break;
    case StateGlyph::Done:
        paintDone(painter, theme);
        break;
    case StateGlyph::Recorded:
        paintRecorded(painter, theme);
        break;
    case StateGlyph::Stopped:
        paintStopped(painter, theme);
        break;
    }
    painter.restore();
}

} // namespace quarterdeck::ui::theme
