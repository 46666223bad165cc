#include "ui/panels/replay_timeline.h"

#include "ui/present/quantities.h"
#include "ui/theme/paint.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace quarterdeck::ui {

namespace {

constexpr std::int64_t secondMs = 1000;
constexpr std::int64_t dayMs = 86'400 * secondMs;
constexpr std::int64_t withSecondsBelow = 5 * 60 * secondMs;
constexpr std::int64_t daysFrom = 2 * dayMs;
/// Steps in seconds that make round times.
constexpr std::array<std::int64_t, 22> steps{1,     2,     5,      10,     15,      30,      60,    120,
                                             300,   600,   900,    1800,   3600,    7200,    10800, 21600,
                                             43200, 86400, 172800, 604800, 2592000, 31536000};

QString labelOf(conversation::Timestamp time, std::int64_t length, std::int64_t step)
{
    if (length < withSecondsBelow)
        return wording::clockTimeWithSeconds(time);
    if (length < daysFrom)
        return wording::clockTime(time);
    return step >= dayMs ? wording::dayOfYear(time)
                         : wording::dayOfYear(time) + QLatin1Char(' ') + wording::clockTime(time);
}

std::int64_t stepFor(std::int64_t length, int most)
{
    const std::int64_t wanted = length / std::max(1, most);
    const auto* step = std::ranges::find_if(steps, [wanted](std::int64_t s) { return s * secondMs >= wanted; });
    return (step == steps.end() ? steps.back() : *step) * secondMs;
}

} // namespace

std::vector<TimelineTick> timelineTicks(conversation::Timestamp start, conversation::Timestamp end, int most)
{
    const std::int64_t length = end.msSinceEpoch - start.msSinceEpoch;
    if (length <= 0)
        return {{start, wording::clockTimeWithSeconds(start)}};
    const std::int64_t step = stepFor(length, most);
    std::vector<TimelineTick> ticks{{start, labelOf(start, length, step)}};
    // Round in local time: steps of six hours are at 00:00, 06:00 ... here, not in Greenwich.
    const std::int64_t offset = QDateTime::fromMSecsSinceEpoch(start.msSinceEpoch).offsetFromUtc() * secondMs;
    for (std::int64_t at = ((start.msSinceEpoch + offset) / step + 1) * step - offset; at < end.msSinceEpoch;
         at += step)
        ticks.push_back({{at}, labelOf({at}, length, step)});
    ticks.push_back({end, labelOf(end, length, step)});
    // The start of a second and the time within it at which the run began read the same.
    for (auto tick = std::next(ticks.begin()); tick != ticks.end() && std::next(tick) != ticks.end();)
        tick = tick->label == std::prev(tick)->label || tick->label == ticks.back().label ? ticks.erase(tick)
                                                                                          : std::next(tick);
    if (ticks.size() == 2 && ticks.front().label == ticks.back().label)
        ticks.pop_back();
    return ticks;
}

namespace {

constexpr double marksBottom = 14; ///< marks 12 + 2
constexpr double totalHeight = 62;
constexpr double markSide = 12;
constexpr int pageParts = 10;

QString wordsOf(TimelineState::MarkKind kind)
{
    switch (kind) {
    case TimelineState::MarkKind::Question:
        return ReplayTimeline::tr("A question to you");
    case TimelineState::MarkKind::Error:
        return ReplayTimeline::tr("An error");
    case TimelineState::MarkKind::PrivateChat:
        return ReplayTimeline::tr("A private chat");
    case TimelineState::MarkKind::Mistake:
        return ReplayTimeline::tr("A mistake marked in the recording");
    }
    return {};
}

} // namespace

ReplayTimeline::ReplayTimeline(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("replayTimeline"));
    setProperty("ownFocus", true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    const auto fit = [this] { setFixedHeight(m_theme.theme().px(totalHeight)); };
    fit();
    connect(&theme, &theme::ThemeController::changed, this, fit);
    retranslate();
}

void ReplayTimeline::retranslate() { setAccessibleName(tr("Timeline of the session")); }

QSize ReplayTimeline::sizeHint() const { return {m_theme.theme().px(600), m_theme.theme().px(totalHeight)}; }

void ReplayTimeline::setTimeline(TimelineState timeline)
{
    m_timeline = std::move(timeline);
    update();
}

void ReplayTimeline::setTime(conversation::Timestamp time, bool isTold)
{
    m_time = time;
    m_areTimesTold = isTold;
    setAccessibleDescription(isTold ? wording::clockTimeWithSeconds(time) : QString());
    update();
}

double ReplayTimeline::u(double designPixels) const { return designPixels * m_theme.theme().options().textScale; }

double ReplayTimeline::left() const { return std::round(u(edge)); }

double ReplayTimeline::span() const { return std::max(1.0, width() - 2 * left()); }

double ReplayTimeline::step() const
{
    return span() / static_cast<double>(std::max<std::size_t>(1, m_timeline.buckets.size()));
}

double ReplayTimeline::xOf(conversation::Timestamp time) const
{
    const auto length = static_cast<double>(m_timeline.end.msSinceEpoch - m_timeline.start.msSinceEpoch);
    if (length <= 0)
        return left();
    const double fraction = static_cast<double>(time.msSinceEpoch - m_timeline.start.msSinceEpoch) / length;
    return left() + std::round(std::clamp(fraction, 0.0, 1.0) * (span() - 1));
}

conversation::Timestamp ReplayTimeline::timeAt(double x) const
{
    const auto length = static_cast<double>(m_timeline.end.msSinceEpoch - m_timeline.start.msSinceEpoch);
    const double fraction = std::clamp((x - left()) / std::max(1.0, span() - 1), 0.0, 1.0);
    return {m_timeline.start.msSinceEpoch + std::llround(fraction * length)};
}

conversation::Timestamp ReplayTimeline::endOf(const TimelineState::Mark& mark) const
{
    return mark.endTime.msSinceEpoch < mark.time.msSinceEpoch ? m_timeline.end : mark.endTime;
}

QRectF ReplayTimeline::boxOf(const TimelineState::Mark& mark) const
{
    const double centre =
        mark.kind == TimelineState::MarkKind::PrivateChat ? (xOf(mark.time) + xOf(endOf(mark))) / 2 : xOf(mark.time);
    const double side = u(markSide);
    return {std::clamp(centre - side / 2, left(), left() + std::max(0.0, span() - side)), 0, side, side};
}

const TimelineState::Mark* ReplayTimeline::markAt(const QPointF& position) const
{
    if (position.y() >= u(marksBottom))
        return nullptr;
    const auto found = std::ranges::find_if(
        m_timeline.marks, [&](const TimelineState::Mark& mark) { return boxOf(mark).contains(position); });
    return found == m_timeline.marks.end() ? nullptr : &*found;
}

/// A mark is a target of its own, so that its moment need not be hit exactly.
void ReplayTimeline::choose(const QPointF& position)
{
    const TimelineState::Mark* mark = markAt(position);
    emit timeChosen(mark != nullptr ? mark->time : timeAt(position.x()));
}

void ReplayTimeline::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        choose(event->position());
}

void ReplayTimeline::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        emit timeChosen(timeAt(event->position().x()));
}

void ReplayTimeline::keyPressEvent(QKeyEvent* event)
{
    const std::int64_t page = (m_timeline.end.msSinceEpoch - m_timeline.start.msSinceEpoch) / pageParts;
    const auto jump = [this](std::int64_t to) {
        emit timeChosen({std::clamp(to, m_timeline.start.msSinceEpoch, m_timeline.end.msSinceEpoch)});
    };
    switch (event->key()) {
    case Qt::Key_Left:
        emit stepped(-1);
        break;
    case Qt::Key_Right:
        emit stepped(1);
        break;
    case Qt::Key_PageUp:
        jump(m_time.msSinceEpoch - page);
        break;
    case Qt::Key_PageDown:
        jump(m_time.msSinceEpoch + page);
        break;
    case Qt::Key_Home:
        jump(m_timeline.start.msSinceEpoch);
        break;
    case Qt::Key_End:
        jump(m_timeline.end.msSinceEpoch);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool ReplayTimeline::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const TimelineState::Mark* mark = markAt(help->pos());
    const QString time = m_areTimesTold
        ? wording::clockTimeWithSeconds(mark != nullptr ? mark->time : timeAt(help->pos().x()))
        : QString();
    const QString words = mark == nullptr ? time
        : m_areTimesTold                  ? tr("%1, %2").arg(wordsOf(mark->kind), time)
                                          : wordsOf(mark->kind);
    QToolTip::showText(help->globalPos(), words, this);
    return true;
}

// Draws the timeline, from top to bottom: 12 marks, 28 density, 5 speakers, 12 axis.

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
