#include "model/conversation/run_cause.h"

#include <QCoreApplication>
#include <QLocale>
#include <QString>

#include <algorithm>
#include <cmath>

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

namespace {
struct RunReasons
{
    Q_DECLARE_TR_FUNCTIONS(RunReasons)
};

/// Clamped to what tr() counts. Somebody else's log may contain anything.
int count(double amount)
{
    constexpr double most = 1'000'000'000;
    return std::isnan(amount) ? 0 : static_cast<int>(std::clamp(amount, 0.0, most));
}

} // namespace

std::string runReasonText(const RunCause& cause, const std::string& told)
{
    switch (cause.kind) {
    case RunCauseKind::BudgetUsedUp:
        return RunReasons::tr("The budget of %1 is used up.")
            .arg(QString::fromStdString(dollarsText(cause.amount)))
            .toStdString();
    case RunCauseKind::RoundsDone:
        return RunReasons::tr("The %n planned round(s) are done.", nullptr, count(cause.amount)).toStdString();
    case RunCauseKind::MailUnreadable:
        return (told.empty()
                    ? RunReasons::tr("A message to a member could not be read.")
                    : RunReasons::tr("A message to a member could not be read: “%1”").arg(QString::fromStdString(told)))
            .toStdString();
    case RunCauseKind::ProgramLeft:
        return RunReasons::tr("The program is not connected.").toStdString();
    case RunCauseKind::ProgramBack: // what is said of it says so
        return {};
    case RunCauseKind::RoundsGranted:
    case RunCauseKind::Told:
        break;
    }
    return told.empty() ? told : RunReasons::tr("“%1”").arg(QString::fromStdString(told)).toStdString();
}

} // namespace quarterdeck::conversation
