#include "ui/dialogs/recovered_row_delegate.h"

#include "ui/present/recovery_report.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QPainter>

#include <algorithm>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::Measure;
using theme::TextRole;
using Fate = view::RecoveredRow::Fate;

namespace {

struct Sign
{
    Icon icon;
    Color color;
};

Sign signOf(Fate fate)
{
    switch (fate) {
    case Fate::Nothing:
        return {Icon::OctagonX, Color::StatusFailed};
    case Fate::InPart:
        return {Icon::TriangleAlert, Color::StatusFailed};
    case Fate::Whole:
        break;
    }
    return {Icon::Check, Color::Text3};
}

} // namespace

RecoveredRowDelegate::RecoveredRowDelegate(const theme::ThemeController& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

void RecoveredRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const QRectF row(option.rect);
    const auto fate = static_cast<Fate>(index.data(fateRole).toInt());
    const QString text = index.data().toString();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    theme::paintRowBackground(*painter, look, row, option.state.testFlag(QStyle::State_Selected),
                              option.state.testFlag(QStyle::State_MouseOver), look.measure(Measure::R2));
    const Sign sign = signOf(fate);
    theme::paintIcon(*painter, sign.icon, QRectF(row.left() + look.px(8), row.top(), look.px(16), row.height()),
                     look.px(16), look.color(sign.color));
    QRectF line = row.adjusted(look.px(34), 0, -look.px(8), 0);
    constexpr double mostOfLine = 0.7;
    const QFont meta = look.font(TextRole::Meta);
    const QString what = text.section(u'\n', 1);
    QRectF end = line;
    end.setLeft(line.right() - std::min(theme::textWidth(meta, what) + 1, line.width() * mostOfLine));
    theme::paintText(*painter, end, what, meta, look.color(fate == Fate::Whole ? Color::Text2 : Color::Text1),
                     Qt::AlignRight | Qt::AlignVCenter);
    line.setRight(end.left() - look.px(12));
    theme::paintText(*painter, line, text.section(u'\n', 0, 0), look.font(TextRole::Ui, QFont::Medium),
                     look.color(Color::Text1));
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange))
        theme::paintRowFocus(*painter, look, row, look.measure(Measure::R2));
    painter->restore();
}

} // namespace quarterdeck::ui
