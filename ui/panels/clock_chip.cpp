#include "ui/panels/clock_chip.h"

#include "ui/panels/toolbar.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QPainter>

#include <cmath>

namespace quarterdeck::ui {

using theme::Color;

ClockChip::ClockChip(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("toolbar.clock"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ClockChip::setClock(const QString& clock)
{
    m_clock = clock;
    m_word = Toolbar::tr("Replay");
    setAccessibleName(Toolbar::tr("Replay at %1").arg(clock));
    setVisible(!clock.isEmpty());
    updateGeometry();
    update();
}

QSize ClockChip::sizeHint() const
{
    const theme::Theme& look = m_theme.theme();
    const double text = theme::textWidth(font(), m_word) + theme::tabularWidth(font(), m_clock);
    return {static_cast<int>(std::ceil(text)) + look.px(9 + 14 + 6 + 5 + 10), look.px(24)};
}

void ClockChip::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& look = m_theme.theme();
    const QColor accent = look.color(Color::Accent);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(Color::AccentSoft));
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    const int icon = look.px(14);
    theme::paintIcon(painter, theme::Icon::History, QRectF(look.px(9), 0, icon, height()), icon, accent);
    double x = look.px(9 + 14 + 6);
    x += theme::paintText(painter, QRectF(x, 0, width() - x, height()), m_word, font(), accent) + look.px(5);
    theme::paintTabular(painter, QRectF(x, 0, width() - x, height()), m_clock, font(), accent);
}

QFont ClockChip::font() const { return m_theme.theme().font(theme::TextRole::Meta, QFont::DemiBold); }

} // namespace quarterdeck::ui
