#include "ui/theme/icons.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QCache>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPointer>
#include <QStyle>
#include <QSvgRenderer>

#include <array>
#include <chrono>
#include <cmath>

namespace quarterdeck::ui::theme {

namespace {

constexpr std::array names{
    "archive",
    "arrow-right",
    "at-sign",
    "bell",
    "check",
    "chevron-down",
    "chevron-left",
    "chevron-right",
    "chevron-up",
    "circle-alert",
    "circle-check",
    "clock",
    "coins",
    "command",
    "copy",
    "download",
    "ellipsis",
    "eye",
    "eye-off",
    "file-text",
    "folder-open",
    "globe",
    "hand",
    "history",
    "image",
    "inbox",
    "link",
    "lock",
    "mail",
    "menu",
    "message-circle-question-mark",
    "message-square",
    "moon",
    "octagon-x",
    "panel-left",
    "panel-right",
    "pause",
    "pencil",
    "play",
    "plug",
    "plus",
    "reply",
    "route",
    "search",
    "send",
    "server",
    "settings",
    "ship-wheel",
    "skip-back",
    "skip-forward",
    "square",
    "step-back",
    "step-forward",
    "sun",
    "triangle-alert",
    "unplug",
    "user",
    "users",
    "x",
    "zoom-in",
    "zoom-out",
};
static_assert(names.size() == static_cast<std::size_t>(Icon::None));

struct CacheKey
{
    Icon icon;
    int size;
    QRgb color;
    int ratio; // thousandths

    bool operator==(const CacheKey&) const = default;
};

std::size_t qHash(const CacheKey& key, std::size_t seed)
{
    return qHashMulti(seed, static_cast<int>(key.icon), key.size, key.color, key.ratio);
}

// Thin strokes vanish at small sizes, so the design gives each size its own width (in units of the 24 grid).
QByteArray strokeFor(int size)
{
    if (size >= 20)
        return "1.5";
    if (size >= 16)
        return "1.75";
    return size >= 14 ? "1.9" : "2.1";
}

QPixmap render(Icon icon, int size, const QColor& color, double ratio)
{
    QFile file(QStringLiteral(":/quarterdeck/icons/%1.svg").arg(iconName(icon)));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray svg = file.readAll();
    svg.replace("currentColor", color.name(QColor::HexRgb).toLatin1());
    svg.replace("stroke-width=\"2\"", "stroke-width=\"" + strokeFor(size) + '"');
    const int pixels = static_cast<int>(std::ceil(size * ratio));
    QPixmap result(pixels, pixels);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    painter.setOpacity(static_cast<qreal>(color.alphaF()));
    QSvgRenderer(svg).render(&painter, QRectF(0, 0, pixels, pixels));
    painter.end();
    result.setDevicePixelRatio(ratio);
    return result;
}

class ThemedIconEngine final : public QIconEngine
{
public:
    ThemedIconEngine(const ThemeController& theme, Icon icon, Color color)
        : m_theme(&theme)
        , m_icon(icon)
        , m_color(color)
    { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        Q_UNUSED(state)
        const int side = std::min(rect.width(), rect.height());
        paintIcon(*painter, m_icon, QRectF(rect.left(), rect.top(), side, rect.height()), side, colorFor(mode));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    // Qt asks in device pixels.
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        Q_UNUSED(state)
        const double ratio = std::max(1.0, scale);
        const int device = std::min(size.width(), size.height());
        QPixmap icon = iconPixmap(m_icon, static_cast<int>(std::lround(device / ratio)), colorFor(mode), ratio);
        if (size.width() <= size.height())
            return icon;
        // Wider than tall: the rest is the gap to the text, which a push button cannot be given.
        QPixmap padded(size);
        padded.setDevicePixelRatio(ratio);
        padded.fill(Qt::transparent);
        QPainter(&padded).drawPixmap(0, 0, icon);
        return padded;
    }

    QString key() const override { return QStringLiteral("quarterdeck-themed"); }
    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

private:
    QColor colorFor(QIcon::Mode mode) const
    {
        if (m_theme.isNull())
            return Qt::gray;
        return m_theme->theme().color(mode == QIcon::Disabled ? Color::TextDisabled : m_color);
    }

    QPointer<const ThemeController> m_theme;
    Icon m_icon;
    Color m_color;
};

} // namespace

QString iconName(Icon icon)
{
    return icon == Icon::None ? QString() : QString::fromLatin1(names[static_cast<std::size_t>(icon)]);
}

QPixmap iconPixmap(Icon icon, int size, const QColor& color, double ratio)
{
    // One per painting thread, which is only the ui thread. Limited by count: an icon takes a few kB.
    static QCache<CacheKey, QPixmap> cache(512);
    if (icon == Icon::None || size <= 0)
        return {};
    const CacheKey key{icon, size, color.rgba(), static_cast<int>(std::lround(ratio * 1000))};
    if (const QPixmap* found = cache.object(key))
        return *found;
    QPixmap made = render(icon, size, color, ratio);
    cache.insert(key, new QPixmap(made));
    return made;
}

void paintIcon(QPainter& painter, Icon icon, const QRectF& rect, int size, const QColor& color)
{
    const QPixmap pixmap = iconPixmap(icon, size, color, painter.device()->devicePixelRatioF());
    const QPointF corner(std::round(rect.center().x() - size / 2.0), std::round(rect.center().y() - size / 2.0));
    painter.drawPixmap(corner, pixmap);
}

QIcon themedIcon(const ThemeController& theme, Icon icon, Color color)
{
    return icon == Icon::None ? QIcon() : QIcon(new ThemedIconEngine(theme, icon, color));
}

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
    case StateGlyph::Held:
        paintIcon(painter, Icon::Hand, QRectF(0, 0, 14, 14), 14, theme.color(Color::HoldText));
        break;
    }
    painter.restore();
}

namespace {

// Twelve steps a second are smooth enough for an arc of 14 px and cost little.
constexpr std::chrono::milliseconds step{80};

} // namespace

ThinkingSpinner::ThinkingSpinner(const ThemeController& theme, QObject* parent) : QObject(parent), m_theme(theme)
{
    m_timer.setInterval(step);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        const double part = static_cast<double>(step.count()) / m_theme.theme().motion(Motion::TBreathe);
        m_turn = std::fmod(m_turn + part, 1.0);
        emit turned(m_turn);
    });
}

void ThinkingSpinner::setRunning(bool on)
{
    const bool mayMove = QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0;
    if (on && mayMove && !m_timer.isActive())
        m_timer.start();
    else if (!on || !mayMove)
        m_timer.stop();
}

} // namespace quarterdeck::ui::theme
