#include "ui/theme/paint.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui::theme {

namespace {

class Saved
{
public:
    explicit Saved(QPainter& painter) : m_painter(painter) { m_painter.save(); }
    ~Saved() { m_painter.restore(); }
    Q_DISABLE_COPY_MOVE(Saved)

private:
    QPainter& m_painter;
};

void paintHelm(QPainter& painter, const Theme& theme, const QRectF& avatar, Color surface)
{
    const double disc = avatar.width() * 13.0 / 24.0;
    const QRectF place(avatar.right() + avatar.width() / 6.0 - disc, avatar.bottom() + avatar.height() / 6.0 - disc,
                       disc, disc);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(surface));
    painter.drawEllipse(place);
    paintIcon(painter, Icon::ShipWheel, place, static_cast<int>(std::lround(disc - 2)), theme.color(Color::Role1));
}

} // namespace

void paintAvatar(QPainter& painter, const Theme& theme, const QRectF& rect, const AvatarStyle& look, Color surface)
{
    const Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const bool isSmall = rect.width() < theme.px(Measure::Avatar);
    if (look.isPerson) {
        painter.setBrush(theme.color(Color::You));
        painter.drawEllipse(rect);
        paintIcon(painter, Icon::User, rect, static_cast<int>(std::lround(rect.width() * (isSmall ? 0.66 : 0.58))),
                  theme.color(Color::OnYou));
        return;
    }
    const int hue = look.isUnknown ? 0 : look.hue;
    painter.setBrush(theme.color(roleColor(hue, RoleShade::Fill)));
    painter.drawRoundedRect(rect, rect.width() / 4, rect.width() / 4);
    QFont font = theme.font(11, QFont::DemiBold);
    font.setPixelSize(std::max(7, static_cast<int>(std::lround(rect.width() * (isSmall ? 0.52 : 0.46)))));
    painter.setFont(font);
    painter.setPen(theme.color(roleColor(hue, RoleShade::On)));
    painter.drawText(rect, Qt::AlignCenter, look.isUnknown ? QStringLiteral("?") : look.initials);
    if (look.isLeader && !isSmall)
        paintHelm(painter, theme, rect, surface);
}

void paintAvatarWithState(QPainter& painter, const Theme& theme, const QRectF& rect, AvatarStyle look, StateGlyph state,
                          Color surface)
{
    const Saved saved(painter);
    look.isLeader = false; // its place is taken by the state
    paintAvatar(painter, theme, rect, look, surface);
    const double size = rect.width() >= 22 * theme.options().textScale ? 12.0 : 10.0;
    const double disc = (size + 2) * theme.options().textScale;
    const double over = 5.0 * theme.options().textScale;
    const QRectF place(rect.right() + over - disc, rect.bottom() + over - disc, disc, disc);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(surface));
    painter.drawEllipse(place);
    paintStateGlyph(painter, theme, place.adjusted(1, 1, -1, -1), state, surface);
}

QSize badgeSize(const Theme& theme, const QString& text)
{
    const double width = textWidth(theme.font(TextRole::Micro, QFont::DemiBold), text) + theme.px(10);
    return {std::max(theme.px(18), static_cast<int>(std::ceil(width))), theme.px(16)};
}

void paintBadge(QPainter& painter, const Theme& theme, const QRectF& rect, const QString& text)
{
    const Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Color::AskFill));
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
    paintText(painter, rect, text, theme.font(TextRole::Micro, QFont::DemiBold), theme.color(Color::OnAsk),
              Qt::AlignCenter, Qt::ElideNone);
}

QString keyCapText(const QKeySequence& sequence)
{
    QString text = sequence.toString(QKeySequence::NativeText);
    text.replace(QStringLiteral("Shift"), QStringLiteral("⇧"));
    // "Ctrl++" ends in the key "+": only the separators become spaces.
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == QLatin1Char('+'))
            text[i] = QLatin1Char(' ');
    }
    return text;
}

QSize keyCapSize(const Theme& theme, const QString& text)
{
    const double width = textWidth(theme.font(TextRole::Micro, QFont::Medium), text) + theme.px(10);
    return {std::max(theme.px(18), static_cast<int>(std::ceil(width))), theme.px(18)};
}

void paintKeyCap(QPainter& painter, const Theme& theme, const QRectF& rect, const QString& text)
{
    const Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.color(Color::Line2));
    painter.setBrush(theme.color(Color::BgRaised));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.measure(Measure::R1),
                            theme.measure(Measure::R1));
    paintText(painter, rect, text, theme.font(TextRole::Micro, QFont::Medium), theme.color(Color::Text3),
              Qt::AlignCenter, Qt::ElideNone);
}

void paintDeadlineRing(QPainter& painter, const Theme& theme, const QRectF& rect, double remaining, bool isUrgent)
{
    const Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const double width = 2.25 * theme.options().textScale;
    const QRectF circle = rect.adjusted(1.5, 1.5, -1.5, -1.5);
    painter.setPen(QPen(theme.color(Color::AskLine), width));
    painter.drawEllipse(circle);
    const double part = std::clamp(remaining, 0.0, 1.0);
    if (part <= 0.0)
        return;
    painter.setPen(
        QPen(theme.color(isUrgent ? Color::StatusFailed : Color::AskEdge), width, Qt::SolidLine, Qt::RoundCap));
    // The remaining part ends at twelve o'clock: time consumes it clockwise from the top.
    painter.drawArc(circle, 90 * 16, static_cast<int>(std::lround(part * 360 * 16)));
}

void paintCard(QPainter& painter, const Theme& theme, const QRectF& rect, CardKind kind)
{
    const bool isHeld = kind == CardKind::Held;
    const Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = theme.measure(Measure::R3);
    QPainterPath path;
    path.addRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.fillPath(path, theme.color(isHeld ? Color::HoldBg : Color::AskBg));
    painter.strokePath(path, QPen(theme.color(isHeld ? Color::HoldLine : Color::AskLine), 1));
    QPainterPath outer;
    outer.addRoundedRect(rect, radius, radius);
    painter.setClipPath(outer);
    painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()),
                     theme.color(isHeld ? Color::HoldText : Color::AskEdge));
}

void paintHairline(QPainter& painter, const Theme& theme, const QRectF& rect, Qt::Edge edge, Color color)
{
    QRectF line = rect;
    switch (edge) {
    case Qt::TopEdge:
        line.setHeight(1);
        break;
    case Qt::BottomEdge:
        line.setTop(rect.bottom() - 1);
        break;
    case Qt::LeftEdge:
        line.setWidth(1);
        break;
    case Qt::RightEdge:
        line.setLeft(rect.right() - 1);
        break;
    }
    painter.fillRect(line, theme.color(color));
}

void paintRowBackground(QPainter& painter, const Theme& theme, const QRectF& rect, bool isSelected, bool isHovered,
                        double radius)
{
    if (!isSelected && !isHovered)
        return;
    const Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing, radius > 0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(isSelected ? Color::BgSelected : Color::BgHover));
    painter.drawRoundedRect(rect, radius, radius);
}

void paintRowFocus(QPainter& painter, const Theme& theme, const QRectF& rect, double radius)
{
    const Saved saved(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = theme.measure(Measure::FocusWidth);
    painter.setPen(QPen(theme.color(Color::Accent), width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2), radius, radius);
}

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

namespace {

struct Parts
{
    Color fill;
    Color text;
    Icon icon = Icon::None;
    bool hasSquare = false;
    bool hasOutline = false;
    bool hasFill = true;
    Color outline = Color::Line2;
};

Parts partsOf(ChipStyle::Kind kind)
{
    switch (kind) {
    case ChipStyle::Kind::You:
        return {Color::You, Color::OnYou};
    case ChipStyle::Kind::Everyone:
        return {Color::BgHover, Color::Text1, Icon::Users};
    case ChipStyle::Kind::Private:
        return {Color::PrivateBg, Color::PrivateText, Icon::Lock, false, true, false, Color::PrivateLine};
    case ChipStyle::Kind::Unknown:
        return {Color::DangerBg, Color::DangerText, Icon::X, false, true, true, Color::DangerLine};
    case ChipStyle::Kind::Role:
        break;
    }
    return {Color::BgHover, Color::Text1, Icon::None, true};
}

constexpr double squareSize = 7;
constexpr int iconSize = 12;
constexpr double gap = 5;

double leadWidth(const Parts& parts)
{
    if (parts.hasSquare)
        return squareSize + gap;
    return parts.icon == Icon::None ? 2 : iconSize + gap;
}

} // namespace

QSize chipSize(const Theme& theme, const ChipStyle& chip)
{
    const double fixed = 6 + leadWidth(partsOf(chip.kind)) + (chip.opensMenu ? iconSize + 4 : 0) + 7;
    const double text = textWidth(theme.font(TextRole::Meta, QFont::Medium), chip.text);
    return {theme.px(fixed) + static_cast<int>(std::ceil(text)), theme.px(20)};
}

void paintChip(QPainter& painter, const Theme& theme, const QRectF& rect, const ChipStyle& chip)
{
    const Parts parts = partsOf(chip.kind);
    const double scale = theme.options().textScale;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(parts.hasOutline ? QPen(theme.color(parts.outline)) : QPen(Qt::NoPen));
    painter.setBrush(parts.hasFill ? QBrush(theme.color(parts.fill)) : QBrush(Qt::NoBrush));
    const QRectF shape = parts.hasOutline ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect;
    painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2);

    double x = rect.left() + 6 * scale;
    const double middle = rect.center().y();
    if (parts.hasSquare) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(roleColor(chip.hue, RoleShade::Line)));
        const double size = squareSize * scale;
        painter.drawRoundedRect(QRectF(x, middle - size / 2, size, size), 2, 2);
    } else if (parts.icon != Icon::None) {
        const double size = iconSize * scale;
        paintIcon(painter, parts.icon, QRectF(x, middle - size / 2, size, size), static_cast<int>(size),
                  theme.color(parts.text));
    }
    x += leadWidth(parts) * scale;
    const double tail = (chip.opensMenu ? iconSize + 4 + 7 : 7) * scale;
    paintText(painter, QRectF(x, rect.top(), rect.right() - tail - x + 1, rect.height()), chip.text,
              theme.font(TextRole::Meta, QFont::Medium), theme.color(parts.text));
    if (chip.opensMenu) {
        const double size = iconSize * scale;
        paintIcon(painter, Icon::ChevronDown, QRectF(rect.right() - 6 * scale - size, middle - size / 2, size, size),
                  static_cast<int>(size), theme.color(parts.text));
    }
    painter.restore();
}

} // namespace quarterdeck::ui::theme
