#include "ui/shell/drop_overlay.h"

#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QEvent>
#include <QPainter>

namespace quarterdeck::ui {

using theme::Color;
using theme::Measure;

namespace {
constexpr double boxWidth = 340;
constexpr double boxHeight = 64;
constexpr double iconSize = 20;
constexpr double gap = 10;
} // namespace

DropOverlay::DropOverlay(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("dropHint"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    retranslate();
}

void DropOverlay::open()
{
    setGeometry(parentWidget()->rect());
    show();
    raise();
}

void DropOverlay::retranslate() { setAccessibleName(tr("Drop to open or import")); }

void DropOverlay::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void DropOverlay::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), look.color(Color::Scrim));
    QRectF box(0, 0, look.px(boxWidth), look.px(boxHeight));
    box.moveCenter(QRectF(rect()).center());
    painter.setPen(QPen(look.color(Color::Accent), look.measure(Measure::FocusWidth)));
    painter.setBrush(look.color(Color::BgWindow));
    painter.drawRoundedRect(box, look.measure(Measure::R3), look.measure(Measure::R3));
    const QFont font = look.font(theme::TextRole::Head, QFont::DemiBold);
    const double icon = look.px(iconSize);
    const double content = icon + look.px(gap) + theme::textWidth(font, accessibleName());
    const double left = box.center().x() - content / 2;
    theme::paintIcon(painter, theme::Icon::Download, QRectF(left, box.top(), icon, box.height()), look.px(iconSize),
                     look.color(Color::Accent));
    theme::paintText(painter, QRectF(left + icon + look.px(gap), box.top(), box.right() - left, box.height()),
                     accessibleName(), font, look.color(Color::Text1));
}

} // namespace quarterdeck::ui
