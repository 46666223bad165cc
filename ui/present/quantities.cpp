#include "ui/present/quantities.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <cmath>

namespace quarterdeck::ui::wording {

namespace {

struct Quantities
{
    Q_DECLARE_TR_FUNCTIONS(Quantities)
};

constexpr std::int64_t secondMs = 1000;
constexpr std::int64_t minuteMs = 60 * secondMs;
constexpr std::int64_t hourMs = 60 * minuteMs;
constexpr std::int64_t dayMs = 24 * hourMs;

QDateTime local(conversation::Timestamp time) { return QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch); }

/// 15949 -> "15.9" with one decimal below a hundred, none above.
QString scaled(double value) { return QString::number(value, 'f', value < 99.95 ? 1 : 0); }

} // namespace

QString duration(std::int64_t milliseconds)
{
    if (milliseconds < minuteMs)
        return Quantities::tr("%1 s").arg(qMax<std::int64_t>(milliseconds, 0) / secondMs);
    if (milliseconds < hourMs)
        return Quantities::tr("%1 min").arg(milliseconds / minuteMs);
    if (milliseconds < 2 * dayMs)
        return Quantities::tr("%1 h").arg(milliseconds / hourMs);
    return Quantities::tr("%1 d").arg(milliseconds / dayMs);
}

QString tokens(std::int64_t count)
{
    if (count < 1000)
        return Quantities::tr("%1 tok").arg(count);
    if (count < 1'000'000)
        return Quantities::tr("%1k tok").arg(scaled(static_cast<double>(count) / 1e3));
    return Quantities::tr("%1M tok").arg(scaled(static_cast<double>(count) / 1e6));
}

QString count(std::int64_t count)
{
    if (count < 1000)
        return QString::number(count);
    if (count < 1'000'000)
        return Quantities::tr("%1k").arg(scaled(static_cast<double>(count) / 1e3));
    return Quantities::tr("%1M").arg(scaled(static_cast<double>(count) / 1e6));
}

QString bytes(std::int64_t count)
{
    return QLocale::c()
        .formattedDataSize(count, count < 1000 ? 0 : 1, QLocale::DataSizeSIFormat)
        .replace(QStringLiteral("bytes"), QStringLiteral("B"));
}

QString money(double dollars) { return u'$' + QString::number(dollars, 'f', 2); }

QString exactMoney(double dollars)
{
    const bool isTiny = dollars > 0 && dollars < 0.001;
    return u'$' + QString::number(dollars, 'f', isTiny ? 5 : 3);
}

QString clockTime(conversation::Timestamp time) { return local(time).toString(QStringLiteral("HH:mm")); }

QString clockTimeWithSeconds(conversation::Timestamp time) { return local(time).toString(QStringLiteral("HH:mm:ss")); }

QString dayOfYear(conversation::Timestamp time)
{
    //: A day of this year in the list of sessions and on the timeline: QLocale format
    return QLocale().toString(local(time).date(), Quantities::tr("d MMM"));
}

QString dayInList(conversation::Timestamp time, conversation::Timestamp now)
{
    const QDate day = local(time).date();
    if (day.year() == local(now).date().year())
        return dayOfYear(time);
    //: A day of another year in the list of sessions: QLocale format
    return QLocale().toString(day, Quantities::tr("d MMM yyyy"));
}

QString whenInList(conversation::Timestamp time, conversation::Timestamp now)
{
    const std::int64_t age = now.msSinceEpoch - time.msSinceEpoch;
    if (age >= 0 && age < 5 * secondMs)
        return Quantities::tr("now");
    if (age >= 0 && age < hourMs)
        return duration(age);
    return local(time).date() == local(now).date() ? clockTime(time) : dayInList(time, now);
}

} // namespace quarterdeck::ui::wording

namespace quarterdeck::ui {

std::optional<double> typedDollars(const QString& text)
{
    QString words = text.trimmed();
    words.remove(u'$');
    if (words.trimmed().isEmpty())
        return std::nullopt;
    bool isNumber = false;
    double amount = QLocale().toDouble(words.trimmed(), &isNumber);
    if (!isNumber)
        amount = QLocale::c().toDouble(words.trimmed(), &isNumber);
    return isNumber && std::isfinite(amount) && amount > 0 ? amount : -1;
}

int typedRounds(const QString& text)
{
    if (text.trimmed().isEmpty())
        return 0;
    bool isNumber = false;
    const int rounds = text.trimmed().toInt(&isNumber);
    return isNumber && rounds >= 0 && rounds <= mostRounds ? rounds : -1;
}

} // namespace quarterdeck::ui
