#include "ui/panels/replay_timeline.h"

#include "ui/present/quantities.h"
#include "ui/theme/paint.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

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

} // namespace quarterdeck::ui
