#include "ui/panels/find_bars.h"

#include "ui/theme/action_registry.h"

#include <QAction>
#include <QLocale>
#include <QRegularExpression>

#include <cstdlib>

namespace quarterdeck::ui {

using theme::Icon;

namespace {

QString wordsOf(const view::FindCount& count)
{
    const QLocale locale;
    if (!count.isAsked)
        return {};
    if (count.hasFailed)
        return FindBar::tr("The search failed");
    if (count.total == 0 && !count.isWhole)
        return FindBar::tr("Searching…");
    if (count.total == 0)
        return count.hint.isEmpty() ? FindBar::tr("Nothing found") : count.hint;
    const QString place = locale.toString(count.place);
    const QString total = locale.toString(count.total);
    if (count.place == 0) // none of them was gone to
        return (count.isWhole ? FindBar::tr("%1 found") : FindBar::tr("%1 found so far")).arg(total);
    if (count.places > 1) {
        const QString words = count.isWhole ? FindBar::tr("%1 of %2 here · message %3 of %4")
                                            : FindBar::tr("%1 of %2 here · message %3 of %4 so far");
        return words.arg(locale.toString(count.here), locale.toString(count.places), place, total);
    }
    if (count.isOutOfSight) {
        const QString words = count.isWhole ? FindBar::tr("Message %1 of %2 found, in a part that is not shown")
                                            : FindBar::tr("Message %1 of %2 found so far, in a part that is not shown");
        return words.arg(place, total);
    }
    const QString words =
        count.isWhole ? FindBar::tr("Message %1 of %2 found") : FindBar::tr("Message %1 of %2 found so far");
    return words.arg(place, total);
}

} // namespace

FindBar::FindBar(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent)
    : InputBar(theme, QStringLiteral("find"), Icon::Search, parent)
{
    addButton(actions[ActionId::ViewFindPrevious], Icon::ChevronUp);
    addButton(actions[ActionId::ViewFindNext], Icon::ChevronDown);
    FindBar::retranslate();
}

void FindBar::setCount(const view::FindCount& count)
{
    m_shown = count;
    showHint(wordsOf(count), count.isAsked && (count.hasFailed || (count.isWhole && count.total == 0)));
}

void FindBar::enter(Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ShiftModifier))
        emit previousRequested();
    else
        emit nextRequested();
}

void FindBar::retranslate()
{
    name(tr("Find in this conversation"), tr("Find in this conversation"));
    explain(tr("Finds words in exactly this order. Filters narrow the search: %1.")
                .arg(QStringLiteral("from:Bob, in:private, has:image, has:error, tool:search, after:2026-03-01")));
    setCount(m_shown);
}

namespace {

constexpr int hoursToNoon = 12;

std::optional<std::int64_t> readNumber(const QString& text)
{
    static const QRegularExpression number(QStringLiteral(R"(^#?\s*(\d{1,3}(?:[,.' ]\d{3})+|\d{1,15})$)"));
    const QRegularExpressionMatch match = number.match(text);
    if (!match.hasMatch())
        return {};
    QString digits = match.captured(1);
    static const QRegularExpression separators(QStringLiteral("[,.' ]"));
    return digits.remove(separators).toLongLong();
}

/// Null if there is no such hour.
QTime readTime(const QRegularExpressionMatch& match)
{
    int hour = match.captured(u"hour").toInt();
    const QString half = match.captured(u"before") + match.captured(u"behind");
    if (!half.isEmpty()) {
        if (hour < 1 || hour > hoursToNoon)
            return {};
        const bool isAfternoon = half == QLatin1String("pm") || half == QStringLiteral("下午");
        hour = hour % hoursToNoon + (isAfternoon ? hoursToNoon : 0);
    }
    return {hour, match.captured(u"minute").toInt(), match.captured(u"second").toInt()};
}

} // namespace

std::optional<TypedTarget> readTypedTarget(const QString& typed)
{
    const QString text = typed.normalized(QString::NormalizationForm_KC).simplified().toLower();
    if (const auto number = readNumber(text))
        return TypedTarget{number, {}, {}};
    static const QRegularExpression moment(
        QStringLiteral(R"(^(?:(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?)?[\st,]*)"
                       R"((?:(?<before>上午|下午)?\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?)"
                       R"(\s*(?<behind>am|pm)?)?$)"));
    const QRegularExpressionMatch match = moment.match(text);
    if (text.isEmpty() || !match.hasMatch())
        return {};
    TypedTarget place;
    if (match.hasCaptured(u"year"))
        place.date.emplace(match.captured(u"year").toInt(), match.captured(u"month").toInt(),
                           match.captured(u"day").toInt());
    if (match.hasCaptured(u"hour"))
        place.time = readTime(match);
    const bool isThere = place.date || place.time;
    const bool isSound = (!place.date || place.date->isValid()) && (!place.time || place.time->isValid());
    return isThere && isSound ? std::optional(place) : std::nullopt;
}

QDateTime momentOf(const TypedTarget& place, const TimesAround& around)
{
    if (place.date)
        return place.time ? QDateTime(*place.date, *place.time) : place.date->startOfDay();
    const QTime time = place.time.value_or(QTime(0, 0));
    const QDateTime here(around.inSight.date(), time);
    QDateTime best;
    const auto distance = [&](const QDateTime& moment) { return std::abs(around.inSight.msecsTo(moment)); };
    for (const QDate day :
         {here.date().addDays(-1), here.date(), here.date().addDays(1), around.start.date(), around.end.date()}) {
        const QDateTime moment(day, time);
        const bool isInside = moment.addSecs(59) >= around.start && moment <= around.end;
        if (isInside && (best.isNull() || distance(moment) < distance(best)))
            best = moment;
    }
    return best.isNull() ? here : best;
}

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
