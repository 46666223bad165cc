#include "ui/panels/go_to_bar.h"

#include <QLocale>

namespace quarterdeck::ui {

namespace {

using view::GoToPlace;

QString placeWords(const GoToPlace& place)
{
    const QLocale locale;
    const QString total = locale.toString(place.total);
    switch (place.kind) {
    case GoToPlace::Kind::Nowhere:
        return GoToBar::tr("1 to %1, or a time like 14:05").arg(total);
    case GoToPlace::Kind::Row:
        return place.row > place.total ? GoToBar::tr("The last one is %1").arg(total)
                                       : GoToBar::tr("%1 of %2").arg(locale.toString(place.row), total);
    case GoToPlace::Kind::Moment:
        return GoToBar::tr("%1, %2").arg(locale.toString(place.moment.date(), QLocale::LongFormat),
                                         locale.toString(place.moment.time(), QStringLiteral("HH:mm:ss")));
    case GoToPlace::Kind::Link:
        return GoToBar::tr("The message this link points to");
    case GoToPlace::Kind::Untimed:
        return GoToBar::tr("This conversation has no timestamps");
    case GoToPlace::Kind::Unread:
        return GoToBar::tr("Not a number, a time or a link to a message");
    }
    return {};
}

} // namespace

GoToBar::GoToBar(const theme::ThemeController& theme, QWidget* parent)
    : FieldBar(theme, QStringLiteral("goTo"), theme::Icon::ArrowRight, parent)
{
    GoToBar::retranslate();
}

void GoToBar::setPlace(const GoToPlace& place)
{
    m_place = place;
    say(placeWords(place), place.kind == GoToPlace::Kind::Untimed || place.kind == GoToPlace::Kind::Unread);
}

void GoToBar::enter(Qt::KeyboardModifiers /*modifiers*/) { emit wanted(); }

void GoToBar::retranslate()
{
    name(tr("Go to a message or a time"), tr("Number, time or link"));
    setPlace(m_place);
}

} // namespace quarterdeck::ui
