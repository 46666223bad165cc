// Draws the timeline, from top to bottom: 12 marks, 28 density, 5 speakers, 12 axis.
#include "ui/panels/replay_timeline.h"
#include "ui/panels/timeline_ticks.h"
#include "ui/present/quantities.h"
#include "ui/theme/paint.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

namespace {

constexpr double marksHeight = 14;
constexpr double densityBottom = 42;
constexpr double densityHeight = 26;
constexpr double barGap = 1.2;
constexpr double ribbonTop = 45;
constexpr double ribbonHeight = 5;
constexpr double axisTop = 50;
constexpr double axisHeight = 12;
constexpr double tickSpacing = 120;
constexpr double labelledGapWidth = 60;
constexpr double leastGapFraction = 0.02;
constexpr float futureOpacity = 0.45F;
constexpr double privateOpacity = 0.22;

} // namespace

void ReplayTimeline::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (!m_timeline.buckets.empty()) {
        paintPrivateSpans(painter);
        paintDensity(painter);
        paintGaps(painter);
        painter.setRenderHint(QPainter::Antialiasing);
        paintSpeakers(painter);
        if (m_areTimesTold)
            paintAxis(painter);
        paintMarks(painter);
        paintHead(painter);
    }
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
        theme::paintRowFocus(painter, m_theme.theme(), rect(), m_theme.theme().measure(theme::Measure::R2));
}

void ReplayTimeline::paintPrivateSpans(QPainter& painter) const
{
    const QColor tint = m_theme.theme().color(theme::Color::PrivateEdge, privateOpacity);
    for (const TimelineState::Mark& mark : m_timeline.marks)
        if (mark.kind == TimelineState::MarkKind::PrivateChat)
            painter.fillRect(QRectF(xOf(mark.time), u(marksHeight), std::max(3.0, xOf(endOf(mark)) - xOf(mark.time)),
                                    u(axisTop - marksHeight)),
                             tint);
}

void ReplayTimeline::paintDensity(QPainter& painter) const
{
    const theme::Theme& look = m_theme.theme();
    int most = 1;
    for (const TimelineState::Bucket& bucket : m_timeline.buckets)
        most = std::max(most, bucket.events);
    const double now = xOf(m_time);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_timeline.buckets.size(); ++i) {
        const int events = m_timeline.buckets[i].events;
        if (events == 0)
            continue;
        // The square root keeps single events visible next to a burst.
        const double height =
            std::max(2.0, std::round(u(densityHeight) * std::sqrt(static_cast<double>(events) / most)));
        const double x = left() + step() * static_cast<double>(i);
        painter.fillRect(QRectF(x, u(densityBottom) - height, std::max(1.0, step() - barGap), height),
                         look.color(x < now ? theme::Color::Text2 : theme::Color::Line2));
    }
    painter.restore();
}

void ReplayTimeline::paintGaps(QPainter& painter) const
{
    const auto& buckets = m_timeline.buckets;
    const double least = std::max(2.0, leastGapFraction * static_cast<double>(buckets.size()));
    const auto perBucket =
        (m_timeline.end.msSinceEpoch - m_timeline.start.msSinceEpoch) / static_cast<std::int64_t>(buckets.size());
    for (std::size_t i = 0; i < buckets.size();) {
        std::size_t end = i;
        while (end < buckets.size() && buckets[end].events == 0)
            ++end;
        if (static_cast<double>(end - i) > least)
            paintGap(painter, left() + step() * static_cast<double>(i), left() + step() * static_cast<double>(end),
                     perBucket * static_cast<std::int64_t>(end - i));
        i = end + 1;
    }
}

void ReplayTimeline::paintGap(QPainter& painter, double left, double right, std::int64_t length) const
{
    const theme::Theme& look = m_theme.theme();
    QPen pen(look.color(theme::Color::Line3), 1);
    pen.setDashPattern({2, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(left + 2, u(densityBottom)), QPointF(right - 2, u(densityBottom)));
    if (m_areTimesTold && right - left >= u(labelledGapWidth))
        theme::paintText(painter, QRectF(left, u(densityBottom - 16), right - left, u(14)),
                         tr("gap %1").arg(wording::duration(length)), look.font(theme::TextRole::Micro),
                         look.color(theme::Color::Text3), Qt::AlignCenter);
}

void ReplayTimeline::paintSpeakers(QPainter& painter) const
{
    const theme::Theme& look = m_theme.theme();
    const auto& buckets = m_timeline.buckets;
    const double now = xOf(m_time);
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < buckets.size();) {
        std::size_t end = i + 1;
        while (end < buckets.size() && buckets[end].hue == buckets[i].hue)
            ++end;
        const double x = left() + step() * static_cast<double>(i);
        if (buckets[i].hue >= 0) {
            QColor color = buckets[i].hue == 0 ? look.color(theme::Color::You)
                                               : look.color(theme::roleColor(buckets[i].hue, theme::RoleShade::Line));
            color.setAlphaF(x < now ? 1.0F : futureOpacity);
            painter.setBrush(color);
            const double width = std::max(2.0, step() * static_cast<double>(end - i) - 1);
            painter.drawRoundedRect(QRectF(x, u(ribbonTop), width, u(ribbonHeight)), 1, 1);
        }
        i = end;
    }
}

void ReplayTimeline::paintMarks(QPainter& painter) const
{
    const theme::Theme& look = m_theme.theme();
    for (const TimelineState::Mark& mark : m_timeline.marks) {
        const QRectF box = boxOf(mark);
        switch (mark.kind) {
        case TimelineState::MarkKind::Question:
            theme::paintStateGlyph(painter, look, box, theme::StateGlyph::Waiting);
            break;
        case TimelineState::MarkKind::Error:
        case TimelineState::MarkKind::Mistake:
            theme::paintStateGlyph(painter, look, box, theme::StateGlyph::Failed);
            break;
        case TimelineState::MarkKind::PrivateChat:
            theme::paintIcon(painter, theme::Icon::Lock, box, static_cast<int>(box.width()),
                             look.color(theme::Color::PrivateText));
            break;
        }
    }
}

void ReplayTimeline::paintAxis(QPainter& painter) const
{
    const theme::Theme& look = m_theme.theme();
    const QFont font = look.font(theme::TextRole::Micro);
    const double half = u(tickSpacing) / 2;
    const double begin = left();
    const double end = left() + span();
    const std::vector<TimelineTick> ticks =
        timelineTicks(m_timeline.start, m_timeline.end, static_cast<int>(span() / u(tickSpacing)));
    const auto widthOf = [&](const TimelineTick& tick) { return theme::tabularWidth(font, tick.label); };
    double free = begin; // where the next label may begin
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const bool isFirst = i == 0;
        const bool isLast = i + 1 == ticks.size() && !isFirst;
        const double x = isFirst ? begin : isLast ? end : xOf(ticks[i].time);
        const double label = widthOf(ticks[i]);
        const double from = isFirst ? begin : isLast ? x - label : x - label / 2;
        const double lastLabel = end - widthOf(ticks.back()) - u(8);
        if (!isFirst && (from < free || (!isLast && from + label > lastLabel)))
            continue;
        const Qt::Alignment side = isFirst ? Qt::AlignLeft : isLast ? Qt::AlignRight : Qt::AlignHCenter;
        const QRectF place(isFirst ? begin : isLast ? x - 2 * half : x - half, u(axisTop), 2 * half, u(axisHeight));
        theme::paintTabular(painter, place, ticks[i].label, font, look.color(theme::Color::Text3),
                            side | Qt::AlignVCenter);
        free = from + label + u(16);
    }
}

void ReplayTimeline::paintHead(QPainter& painter) const
{
    const double x = xOf(m_time) + 0.5;
    const QColor color = m_theme.theme().color(theme::Color::Accent);
    painter.setPen(QPen(color, 2));
    painter.drawLine(QPointF(x, u(marksHeight)), QPointF(x, u(axisTop) + 1));
    QPainterPath handle(QPointF(x - u(5.5), u(9)));
    handle.lineTo(x + u(5.5), u(9));
    handle.lineTo(x + u(5.5), u(14));
    handle.lineTo(x, u(19));
    handle.lineTo(x - u(5.5), u(14));
    handle.closeSubpath();
    painter.fillPath(handle, color);
}

} // namespace quarterdeck::ui
