#include "shell/title_delegate.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QPainter>

namespace quarterdeck::ui {

using theme::Color;

void TitleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr int padding = 10;
    const theme::Theme& look = m_theme.theme();
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    const bool isChosen = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (isChosen || isHovered) {
        const double radius = look.measure(theme::Measure::R2);
        painter->setPen(Qt::NoPen);
        painter->setBrush(look.color(isChosen ? Color::BgSelected : Color::BgHover));
        painter->drawRoundedRect(option.rect, radius, radius);
    }
    const int side = look.px(padding);
    theme::paintText(*painter, QRectF(option.rect.adjusted(side, 0, -side, 0)), index.data(Qt::DisplayRole).toString(),
                     look.font(theme::TextRole::Ui), look.color(Color::Text1));
    painter->restore();
}

} // namespace quarterdeck::ui
