#include "ui/transcript/scroll_map.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace quarterdeck::ui::transcript {

namespace {

constexpr int widthPx = 14;
constexpr int leastThumbPx = 24;
constexpr int markPx = 3;
constexpr int columnPx = 4; ///< of marks, of which there are two; the thumb shows between them
constexpr int inset = 2;
constexpr int scrollPatienceMs = 400;
constexpr std::int64_t mostValue = 2'000'000'000;

theme::Color colorOf(ScrollMark::Kind kind)
{
    switch (kind) {
    case ScrollMark::Kind::Question:
        return theme::Color::AskFill;
    case ScrollMark::Kind::EndedQuestion:
        return theme::Color::Text3;
    case ScrollMark::Kind::Error:
    case ScrollMark::Kind::Mistake:
        return theme::Color::StatusFailed;
    case ScrollMark::Kind::PrivateChat:
        return theme::Color::PrivateEdge;
    case ScrollMark::Kind::SearchHit:
        break;
    }
    return theme::Color::SearchCurrent;
}

/// Stretches of the session, and search results, are at the left; what happened at one place is at the
/// right.
bool isAtLeft(ScrollMark::Kind kind)
{
    return kind == ScrollMark::Kind::PrivateChat || kind == ScrollMark::Kind::SearchHit;
}

/// Grouped by kind, each in the original order. They arrive again with every piece read, up to a hundred thousand of
/// them, so they are distributed rather than sorted.
std::vector<ScrollMark> byKind(const std::vector<ScrollMark>& marks)
{
    constexpr auto last = static_cast<std::size_t>(ScrollMark::Kind::Question);
    std::array<std::size_t, last + 2> places{}; // of the next of each kind
    const auto kindOf = [](const ScrollMark& mark) { return static_cast<std::size_t>(mark.kind); };
    for (const ScrollMark& mark : marks)
        ++places.at(kindOf(mark) + 1);
    std::partial_sum(places.begin(), places.end(), places.begin());
    std::vector<ScrollMark> dealt(marks.size());
    for (const ScrollMark& mark : marks)
        dealt[places.at(kindOf(mark))++] = mark;
    return dealt;
}

QString nameOf(ScrollMark::Kind kind)
{
    switch (kind) {
    case ScrollMark::Kind::Question:
        return ScrollMap::tr("A question waiting for an answer");
    case ScrollMark::Kind::EndedQuestion:
        return ScrollMap::tr("A question that has ended");
    case ScrollMark::Kind::Error:
        return ScrollMap::tr("An error");
    case ScrollMark::Kind::Mistake:
        return ScrollMap::tr("Marked as a mistake");
    case ScrollMark::Kind::PrivateChat:
        return ScrollMap::tr("A private chat");
    case ScrollMark::Kind::SearchHit:
        break;
    }
    return ScrollMap::tr("Found here");
}

} // namespace

ScrollMap::ScrollMap(QWidget* parent) : QAbstractSlider(parent)
{
    setObjectName(QStringLiteral("scrollMap"));
    retranslate();
    setOrientation(Qt::Vertical);
    setInvertedControls(true); // down is on
    setRange(0, 0);
    setSingleStep(1);
    setFixedWidth(widthPx);
    setFocusPolicy(Qt::NoFocus); // the page has the keys
    setMouseTracking(true);
    m_patience.setSingleShot(true);
    m_patience.setInterval(scrollPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, &ScrollMap::placeReached);
}

void ScrollMap::retranslate() { setAccessibleName(tr("Place in the conversation")); }

void ScrollMap::changeEvent(QEvent* event)
{
    QAbstractSlider::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

bool ScrollMap::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractSlider::event(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    if (const ScrollMark* mark = markAt(help.pos().y()))
        QToolTip::showText(help.globalPos(), nameOf(mark->kind), this);
    else
        QToolTip::hideText();
    return true;
}

void ScrollMap::setTheme(const theme::Theme& theme)
{
    m_theme = theme;
    update();
}

void ScrollMap::setTotal(std::int64_t total)
{
    m_total = total;
    const bool wasTelling = std::exchange(m_isTelling, true);
    setRange(0, static_cast<int>(std::clamp<std::int64_t>(total - 1, 0, mostValue)));
    m_isTelling = wasTelling;
    update();
}

void ScrollMap::setInSight(const VisibleRows& rows)
{
    m_rows = rows;
    const std::int64_t count = rows.last.value - rows.first.value + 1;
    const bool wasTelling = std::exchange(m_isTelling, true);
    setPageStep(static_cast<int>(std::clamp<std::int64_t>(count - 1, 1, mostValue)));
    m_isTelling = wasTelling;
    takeValue();
    update();
}

void ScrollMap::takeValue()
{
    if (m_grabbedAt)
        return;
    const bool wasTelling = std::exchange(m_isTelling, true);
    setValue(static_cast<int>(std::clamp<std::int64_t>(m_rows.first.value, 0, mostValue)));
    m_isTelling = wasTelling;
}

/// The rows that are out of sight.
double ScrollMap::outOfSight() const { return std::max(0.0, static_cast<double>(m_total) - (bottom() - top())); }

void ScrollMap::setMarks(std::vector<ScrollMark> marks)
{
    m_marks = byKind(marks);
    m_bandsTotal = -1;
    update();
}

QSize ScrollMap::sizeHint() const { return {widthPx, 100}; }

QRect ScrollMap::thumbRect() const
{
    constexpr double least = 0.001; // of a row, as the page tells it
    const double free = outOfSight();
    if (m_total <= 0 || free < least)
        return {};
    const double share = 1.0 - free / static_cast<double>(m_total);
    const int length = std::clamp(static_cast<int>(height() * share), std::min(leastThumbPx, height()), height());
    const int room = height() - length;
    const double place = m_rows.isAtEnd ? 1.0 : std::min(1.0, top() / free);
    const int thumbTop = m_thumbTop ? std::clamp(*m_thumbTop, 0, room) : static_cast<int>(place * room);
    return {inset, thumbTop, width() - 2 * inset, length};
}

QRect ScrollMap::markRect(const ScrollMark& mark) const
{
    const double perRow = static_cast<double>(height()) / static_cast<double>(std::max<std::int64_t>(1, m_total));
    const int top = static_cast<int>(static_cast<double>(mark.first.value) * perRow);
    const int bottom = static_cast<int>(static_cast<double>(mark.last.value + 1) * perRow);
    const int length = mark.kind == ScrollMark::Kind::PrivateChat ? std::max(markPx, bottom - top) : markPx;
    const int left = isAtLeft(mark.kind) ? inset : width() - inset - columnPx;
    return {left, std::min(top, std::max(0, height() - length)), columnPx, length};
}

void ScrollMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.color(theme::Color::BgCanvas));
    painter.fillRect(QRect(0, 0, 1, height()), m_theme.color(theme::Color::Line1));
    paintMarks(painter, true);
    paintThumb(painter, false);
    paintMarks(painter, false);
    if (needsEdge())
        paintThumb(painter, true);
}

/// Among marks, which may cover the thumb, and in high contrast. Elsewhere an edge would only be heavy.
bool ScrollMap::needsEdge() const
{
    const QRect thumb = thumbRect();
    return m_theme.options().highContrast
        || std::ranges::any_of(bands(), [&](const Band& band) { return band.rect.intersects(thumb); });
}

/// Its edge lies over all marks, so that the thumb stays visible among many.
void ScrollMap::paintThumb(QPainter& painter, bool isEdge) const
{
    const QRectF thumb = thumbRect();
    if (thumb.isEmpty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor fill = m_theme.color(m_grabbedAt ? theme::Color::Line3 : theme::Color::ScrollThumb);
    painter.setPen(isEdge ? QPen(m_theme.color(theme::Color::Line3), 1) : QPen(Qt::NoPen));
    painter.setBrush(isEdge ? QBrush(Qt::NoBrush) : QBrush(fill));
    painter.drawRoundedRect(isEdge ? thumb.adjusted(0.5, 0.5, -0.5, -0.5) : thumb, thumb.width() / 2.0,
                            thumb.width() / 2.0);
    painter.restore();
}

void ScrollMap::paintMarks(QPainter& painter, bool isUnderThumb) const
{
    for (const Band& band : bands())
        if ((band.kind == ScrollMark::Kind::PrivateChat) == isUnderThumb)
            painter.fillRect(band.rect, m_theme.color(colorOf(band.kind)));
}

const std::vector<ScrollMap::Band>& ScrollMap::bands() const
{
    if (m_bandsTotal == m_total && m_bandsHeight == height())
        return m_bands;
    m_bandsTotal = m_total;
    m_bandsHeight = height();
    m_bands.clear();
    for (const ScrollMark& mark : m_marks) {
        if (mark.last.value >= m_total)
            continue;
        const QRect rect = markRect(mark);
        const bool touchesLast = !m_bands.empty() && m_bands.back().kind == mark.kind
            && rect.top() >= m_bands.back().rect.top() && rect.top() <= m_bands.back().rect.bottom() + 1;
        if (touchesLast)
            m_bands.back().rect.setBottom(std::max(m_bands.back().rect.bottom(), rect.bottom()));
        else
            m_bands.push_back({mark.kind, rect});
    }
    return m_bands;
}

const ScrollMark* ScrollMap::markAt(int y) const
{
    const auto found = std::find_if(m_marks.rbegin(), m_marks.rend(), [&](const ScrollMark& mark) {
        const QRect rect = markRect(mark);
        return y >= rect.top() - 1 && y <= rect.bottom() + 1;
    });
    return found == m_marks.rend() ? nullptr : &*found;
}

void ScrollMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_total <= 0)
        return;
    const int y = event->position().toPoint().y();
    const QRect thumb = thumbRect();
    const ScrollMark* mark = markAt(y);
    const bool isPlace = mark != nullptr && mark->kind != ScrollMark::Kind::PrivateChat;
    if (isPlace && !thumb.contains(event->position().toPoint())) {
        m_pressedMark = y;
        want({mark->first, false, true});
        return;
    }
    grabThumb(y);
}

void ScrollMap::grabThumb(int y)
{
    const QRect thumb = thumbRect();
    m_grabbedAt = thumb.top() <= y && y <= thumb.bottom() ? y - thumb.top() : thumb.height() / 2;
    setSliderDown(true);
    dragTo(y);
}

void ScrollMap::mouseMoveEvent(QMouseEvent* event)
{
    const int y = event->position().toPoint().y();
    // Where marks are dense, nearly every press hits one; moving means dragging.
    if (m_pressedMark && std::abs(y - *m_pressedMark) >= QApplication::startDragDistance() / 2) {
        m_pressedMark.reset();
        grabThumb(y);
    } else if (m_grabbedAt) {
        dragTo(y);
    }
}

void ScrollMap::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedMark.reset();
    if (!m_grabbedAt)
        return;
    m_grabbedAt.reset();
    m_thumbTop.reset();
    setSliderDown(false);
    QToolTip::hideText();
    update();
}

void ScrollMap::dragTo(int y)
{
    const int room = std::max(1, height() - thumbRect().height());
    m_thumbTop = std::clamp(y - *m_grabbedAt, 0, room);
    update();
    const double place = static_cast<double>(*m_thumbTop) / room;
    const double wanted = place * outOfSight();
    const auto ordinal = static_cast<std::int64_t>(wanted);
    want({{ordinal}, *m_thumbTop >= room, false, wanted - static_cast<double>(ordinal)});
    const QLocale locale;
    const QString words = tr("%1 of %2").arg(locale.toString(ordinal + 1), locale.toString(m_total));
    QToolTip::showText(mapToGlobal(QPoint(-8, y)), words, this);
}

void ScrollMap::sliderChange(SliderChange change)
{
    QAbstractSlider::sliderChange(change);
    if (change == SliderValueChange && !m_isTelling) // wheel, assistive technology
        want({{value()}, value() + m_rows.last.value - m_rows.first.value + 1 >= m_total, false});
}

void ScrollMap::want(const Wish& wish)
{
    if (m_patience.isActive()) {
        m_waiting = wish;
        return;
    }
    m_patience.start();
    emit placeRequested(wish);
}

void ScrollMap::placeReached()
{
    m_patience.stop();
    if (m_waiting)
        want(*std::exchange(m_waiting, std::nullopt));
    else
        takeValue(); // what was asked for may be no row that can stand at the top
}

} // namespace quarterdeck::ui::transcript
