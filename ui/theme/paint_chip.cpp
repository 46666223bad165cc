#include "ui/theme/paint.h"

#include <QPainter>

#include <cmath>

namespace quarterdeck::ui::theme {

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
