#include "ui/theme/icons.h"

#include "ui/theme/theme_controller.h"

#include <QCache>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPointer>
#include <QSvgRenderer>

#include <array>
#include <cmath>

namespace quarterdeck::ui::theme {

namespace {

constexpr std::array names{
    "archive",
    "arrow-left",
    "arrow-right",
    "at-sign",
    "ban",
    "bell",
    "bookmark",
    "braces",
    "check",
    "chevron-down",
    "chevron-left",
    "chevron-right",
    "chevron-up",
    "circle-alert",
    "circle-check",
    "circle-question-mark",
    "clock",
    "coins",
    "command",
    "copy",
    "corner-down-left",
    "download",
    "ellipsis",
    "external-link",
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
    "paperclip",
    "pause",
    "pencil",
    "play",
    "plug",
    "plus",
    "reply",
    "route",
    "rows-3",
    "search",
    "send",
    "server",
    "settings",
    "shield-alert",
    "ship-wheel",
    "skip-back",
    "skip-forward",
    "square",
    "step-back",
    "step-forward",
    "sun",
    "triangle-alert",
    "undo-2",
    "unplug",
    "upload",
    "user",
    "users",
    "wrench",
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

} // namespace quarterdeck::ui::theme
