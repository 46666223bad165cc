#include "ui/panels/typed_target.h"

#include <QRegularExpression>

#include <cstdlib>

namespace quarterdeck::ui {

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

} // namespace quarterdeck::ui
