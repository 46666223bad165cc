#include "ui/theme/painted_check_box.h"

#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QPainter>
#include <cmath>

namespace quarterdeck::ui::theme {

namespace {
constexpr double side = 16;
constexpr double wordGap = 7;
constexpr double boxRadius = 4;
constexpr double rowHeight = 24;
} // namespace

PaintedCheckBox::PaintedCheckBox(const ThemeController& theme, QWidget* parent) : QCheckBox(parent), m_theme(theme)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize PaintedCheckBox::sizeHint() const
{
    const Theme& look = m_theme.theme();
    const double words = textWidth(look.font(TextRole::Meta), text());
    return {look.px(side + wordGap) + static_cast<int>(std::ceil(words)) + 2, look.px(rowHeight)};
}

void PaintedCheckBox::paintEvent(QPaintEvent*)
{
    const Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double box = look.px(side);
    const QRectF place(0, std::round((height() - box) / 2), box, box);
    const bool isHovered = underMouse() && isEnabled();
    painter.setPen(look.color(isChecked() ? Color::Accent : Color::Line3));
    painter.setBrush(look.color(isChecked() ? Color::Accent : isHovered ? Color::BgHover : Color::BgInput));
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), boxRadius, boxRadius);
    if (isChecked())
        paintIcon(painter, Icon::Check, place, look.px(12), look.color(Color::OnAccent));
    const double left = look.px(side + wordGap);
    paintText(painter, QRectF(left, 0, width() - left, height()), text(), look.font(TextRole::Meta),
              look.color(isEnabled() ? Color::Text1 : Color::TextDisabled));
}

} // namespace quarterdeck::ui::theme
