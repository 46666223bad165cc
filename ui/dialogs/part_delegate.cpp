#include "ui/dialogs/part_delegate.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QPainter>

namespace quarterdeck::ui {

namespace {

constexpr int padding = 10;
constexpr int rowHeight = 44;
constexpr int avatarSize = 24;
constexpr int gap = 10;
constexpr int mark = 14;

} // namespace

void PartDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    theme::paintRowBackground(*painter, look, QRectF(option.rect), isSelected,
                              option.state.testFlag(QStyle::State_MouseOver), look.measure(theme::Measure::R2));
    QRectF place = QRectF(option.rect).adjusted(look.px(padding), 0, -look.px(padding), 0);
    const QString initials = index.data(InitialsRole).toString();
    const QRectF picture(place.left(), place.center().y() - look.px(avatarSize) / 2.0, look.px(avatarSize),
                         look.px(avatarSize));
    if (initials.isEmpty())
        theme::paintIcon(*painter, theme::Icon::Users, picture, look.px(mark + 4), look.color(theme::Color::Text2));
    else
        theme::paintAvatar(*painter, look, picture,
                           {initials, index.data(HueRole).toInt(), false, index.data(LeaderRole).toBool(), false});
    place.setLeft(picture.right() + look.px(gap));
    if (index.data(WrongRole).toBool()) {
        const QRectF sign(place.right() - look.px(mark), place.top(), look.px(mark), place.height());
        theme::paintIcon(*painter, theme::Icon::CircleAlert, sign, look.px(mark),
                         look.color(theme::Color::StatusFailed));
        place.setRight(sign.left() - look.px(gap) / 2.0);
    }
    const QString profile = index.data(ProfileRole).toString();
    QRectF name = place;
    if (!profile.isEmpty())
        name.setBottom(place.center().y() + 1);
    theme::paintText(*painter, name, index.data(Qt::DisplayRole).toString(),
                     look.font(theme::TextRole::Ui, QFont::Medium), look.color(theme::Color::Text1),
                     profile.isEmpty() ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignBottom);
    if (!profile.isEmpty())
        theme::paintText(*painter, place.adjusted(0, place.height() / 2 + 1, 0, 0), profile,
                         look.font(theme::TextRole::Meta), look.color(theme::Color::Text3),
                         Qt::AlignLeft | Qt::AlignTop);
    if (option.state.testFlag(QStyle::State_HasFocus))
        theme::paintRowFocus(*painter, look, QRectF(option.rect), look.measure(theme::Measure::R2));
}

QSize PartDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {0, m_theme.theme().px(rowHeight)};
}

} // namespace quarterdeck::ui
