#include "ui/theme/row_delegates.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace quarterdeck::ui {

using theme::Color;
using theme::Measure;
using theme::TextRole;

void paintTwoLines(QPainter& painter, const theme::Theme& look, const QRectF& row, double left, const QString& text)
{
    const QRectF line(left, row.top() + look.px(4), row.right() - look.px(8) - left, look.px(Measure::LhUi));
    theme::paintText(painter, line, text.section(u'\n', 0, 0), look.font(TextRole::Ui, QFont::Medium),
                     look.color(Color::Text1));
    theme::paintText(painter, line.translated(0, line.height()), text.section(u'\n', 1), look.font(TextRole::Meta),
                     look.color(Color::Text2));
}

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
