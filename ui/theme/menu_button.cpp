#include "ui/theme/menu_button.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QMenu>
#include <QPainter>

#include <cmath>

namespace quarterdeck::ui::theme {

namespace {

constexpr double padding = 10;
constexpr double menuIconGap = 6;
constexpr double menuIconPixels = 16;
constexpr double chevronSize = 14;

} // namespace

MenuButton::MenuButton(const ThemeController& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme)
{
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &ThemeController::changed, this, [this] { updateGeometry(); });
    connect(this, &QAbstractButton::clicked, this, [this] {
        if (m_menu != nullptr)
            m_menu->popup(mapToGlobal(QPoint(0, height() + 2)));
    });
}

void MenuButton::setLook(Icon icon, Color color)
{
    m_icon = icon;
    m_color = color;
    updateGeometry();
    update();
}

QSize MenuButton::sizeHint() const
{
    const Theme& look = m_theme.theme();
    double width = 2 * padding + chevronSize;
    if (m_icon != Icon::None)
        width += menuIconPixels + menuIconGap;
    const double words = text().isEmpty() ? 0 : textWidth(look.font(TextRole::Ui, QFont::Medium), text());
    return {look.px(width) + (words > 0 ? static_cast<int>(std::ceil(words)) + look.px(menuIconGap) : 0),
            look.px(Measure::HControl)};
}

void MenuButton::paintEvent(QPaintEvent*)
{
    const Theme& look = m_theme.theme();
    const double scale = look.options().textScale;
    const QColor color = look.color(isEnabled() ? m_color : Color::TextDisabled);
    QPainter painter(this);
    if (isEnabled())
        paintRowBackground(painter, look, rect(), false, underMouse() || isDown(), look.measure(Measure::R2));
    double x = padding * scale;
    if (m_icon != Icon::None) {
        paintIcon(painter, m_icon, QRectF(x, 0, menuIconPixels * scale, height()), look.px(menuIconPixels), color);
        x += (menuIconPixels + menuIconGap) * scale;
    }
    if (!text().isEmpty()) {
        x += paintText(painter, QRectF(x, 0, width() - x, height()), text(), look.font(TextRole::Ui, QFont::Medium),
                       color, Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideNone);
        x += menuIconGap * scale;
    }
    paintIcon(painter, Icon::ChevronDown, QRectF(x, 0, chevronSize * scale, height()), look.px(chevronSize), color);
}

} // namespace quarterdeck::ui::theme
