#include "ui/dialogs/backup_row_delegate.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"
#include "ui/theme/two_lines.h"

#include <QPainter>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::Measure;

BackupRowDelegate::BackupRowDelegate(const theme::ThemeController& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

void BackupRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const QRectF row(option.rect);
    const bool isDamaged = index.data(damagedRole).toBool();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    theme::paintRowBackground(*painter, look, row, option.state.testFlag(QStyle::State_Selected),
                              option.state.testFlag(QStyle::State_MouseOver), look.measure(Measure::R2));
    const QRectF sign(row.left() + look.px(8), row.top(), look.px(16), row.height());
    theme::paintIcon(*painter, isDamaged ? Icon::TriangleAlert : Icon::History, sign, look.px(16),
                     look.color(isDamaged ? Color::StatusFailed : Color::Text3));
    paintTwoLines(*painter, look, row, row.left() + look.px(34), index.data().toString());
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange))
        theme::paintRowFocus(*painter, look, row, look.measure(Measure::R2));
    painter->restore();
}

} // namespace quarterdeck::ui
