#include "ui/present/typed_numbers.h"

#include <QLocale>
#include <cmath>

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
