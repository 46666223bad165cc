#include "ui/panels/go_to_bar.h"

#include <QLocale>

namespace quarterdeck::ui {

namespace {

using view::GoToTarget;

QString placeWords(const GoToTarget& place)
{
    const QLocale locale;
    const QString total = locale.toString(place.total);
    switch (place.kind) {
    case GoToTarget::Kind::Nowhere:
        return GoToBar::tr("1 to %1, or a time like 14:05").arg(total);
    case GoToTarget::Kind::Row:
        return place.row > place.total ? GoToBar::tr("The last one is %1").arg(total)
                                       : GoToBar::tr("%1 of %2").arg(locale.toString(place.row), total);
    case GoToTarget::Kind::Moment:
        return GoToBar::tr("%1, %2").arg(locale.toString(place.moment.date(), QLocale::LongFormat),
                                         locale.toString(place.moment.time(), QStringLiteral("HH:mm:ss")));
    case GoToTarget::Kind::Link:
        return GoToBar::tr("The message this link points to");
    case GoToTarget::Kind::Untimed:
        return GoToBar::tr("This conversation has no timestamps");
    case GoToTarget::Kind::Unread:
        return GoToBar::tr("Not a number, a time or a link to a message");
    }
    return {};
}

} // namespace

GoToBar::GoToBar(const theme::ThemeController& theme, QWidget* parent)
    : InputBar(theme, QStringLiteral("goTo"), theme::Icon::ArrowRight, parent)
{
    GoToBar::retranslate();
}

void GoToBar::setPlace(const GoToTarget& place)
{
    m_place = place;
    showHint(placeWords(place), place.kind == GoToTarget::Kind::Untimed || place.kind == GoToTarget::Kind::Unread);
}

void GoToBar::enter(Qt::KeyboardModifiers /*modifiers*/) { emit wanted(); }

void GoToBar::retranslate()
{
    name(tr("Go to a message or a time"), tr("Number, time or link"));
    setPlace(m_place);
}

} // namespace quarterdeck::ui
