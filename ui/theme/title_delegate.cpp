#include "ui/theme/title_delegate.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QPainter>

namespace quarterdeck::ui {

namespace {

constexpr int padding = 10;
constexpr int rowHeight = 32;

} // namespace

void TitleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    theme::paintRowBackground(*painter, look, QRectF(option.rect), option.state.testFlag(QStyle::State_Selected),
                              option.state.testFlag(QStyle::State_MouseOver), look.measure(theme::Measure::R2));
    const int side = look.px(padding);
    theme::paintText(*painter, QRectF(option.rect.adjusted(side, 0, -side, 0)), index.data(Qt::DisplayRole).toString(),
                     look.font(theme::TextRole::Ui), look.color(theme::Color::Text1));
}

QSize TitleDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QVariant own = index.data(Qt::SizeHintRole);
    return own.isValid() ? own.toSize() : QSize(0, m_theme.theme().px(rowHeight));
}

} // namespace quarterdeck::ui
