#include "ui/theme/check_row_delegate.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"
#include "ui/theme/two_lines.h"

#include <QKeyEvent>
#include <QPainter>

namespace quarterdeck::ui {

using theme::Color;
using theme::Measure;

namespace {

void paintBox(QPainter& painter, const theme::Theme& look, const QRectF& place, bool isChecked)
{
    constexpr double radius = 3.5;
    painter.setPen(look.color(isChecked ? Color::Accent : Color::Line3));
    painter.setBrush(look.color(isChecked ? Color::Accent : Color::BgInput));
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (isChecked)
        theme::paintIcon(painter, theme::Icon::Check, place, look.px(12), look.color(Color::OnAccent));
}

bool isChecked(const QModelIndex& index) { return index.data(Qt::CheckStateRole).toInt() == Qt::Checked; }

} // namespace

CheckRowDelegate::CheckRowDelegate(const theme::ThemeController& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

void CheckRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const QRectF row(option.rect);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    theme::paintRowBackground(*painter, look, row, false, isHovered, look.measure(Measure::R2));
    const double side = look.px(16);
    paintBox(*painter, look, QRectF(row.left() + look.px(8), row.center().y() - side / 2, side, side),
             isChecked(index));
    paintTwoLines(*painter, look, row, row.left() + look.px(34), index.data().toString());
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange))
        theme::paintRowFocus(*painter, look, row, look.measure(Measure::R2));
    painter->restore();
}

bool CheckRowDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem&,
                                   const QModelIndex& index)
{
    const bool isClick = event->type() == QEvent::MouseButtonRelease;
    const bool isKey =
        event->type() == QEvent::KeyPress && static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Space;
    if ((!isClick && !isKey) || !index.flags().testFlag(Qt::ItemIsEnabled))
        return false;
    return model->setData(index, isChecked(index) ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace quarterdeck::ui
