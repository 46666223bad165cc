#include "replay/painted_check_box.h"

#include "ui/theme/icons.h"
#include "ui/theme/paint.h"

#include <QPainter>
#include <cmath>

namespace quarterdeck::ui {

namespace {
constexpr double side = 16;
constexpr double gap = 7;
constexpr double radius = 4;
constexpr double rowHeight = 24;
} // namespace

PaintedCheckBox::PaintedCheckBox(const theme::ThemeController& theme, QWidget* parent)
    : QCheckBox(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize PaintedCheckBox::sizeHint() const
{
    const theme::Theme& look = m_theme.theme();
    const double words = theme::textWidth(look.font(theme::TextRole::Meta), text());
    return {look.px(side + gap) + static_cast<int>(std::ceil(words)) + 2, look.px(rowHeight)};
}

void PaintedCheckBox::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double box = look.px(side);
    const QRectF place(0, std::round((height() - box) / 2), box, box);
    painter.setPen(look.color(isChecked() ? theme::Color::Accent : theme::Color::Line3));
    painter.setBrush(look.color(isChecked()        ? theme::Color::Accent
                                    : underMouse() ? theme::Color::BgHover
                                                   : theme::Color::BgInput));
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (isChecked())
        theme::paintIcon(painter, theme::Icon::Check, place, look.px(12), look.color(theme::Color::OnAccent));
    const double left = look.px(side + gap);
    theme::paintText(painter, QRectF(left, 0, width() - left, height()), text(), look.font(theme::TextRole::Meta),
                     look.color(theme::Color::Text1));
}

} // namespace quarterdeck::ui
