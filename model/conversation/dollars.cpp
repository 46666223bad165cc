#include "model/conversation/dollars.h"

#include <QLocale>
#include <QString>

namespace quarterdeck::conversation {

std::string dollarsText(double dollars)
{
    constexpr double cent = 0.01;
    constexpr int digitsOfTiny = 2;
    const bool isTiny = dollars > 0 && dollars < cent;
    const QString number = isTiny
        ? QString::number(QString::number(dollars, 'g', digitsOfTiny).toDouble(), 'f', QLocale::FloatingPointShortest)
        : QString::number(dollars, 'f', 2);
    return (u'$' + number).toStdString();
}

} // namespace quarterdeck::conversation
