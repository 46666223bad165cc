#include "conversation/run_cause.h"

#include <QCoreApplication>

namespace quarterdeck::conversation {

namespace {
struct RunReasons
{
    Q_DECLARE_TR_FUNCTIONS(RunReasons)
};
} // namespace

std::string runReasonText(const RunCause& cause, const std::string& told)
{
    switch (cause.kind) {
    case RunCauseKind::BudgetUsedUp:
        return RunReasons::tr("The budget of %1 is used up.")
            .arg(u'$' + QString::number(cause.amount, 'f', 2))
            .toStdString();
    case RunCauseKind::RoundsDone:
        return RunReasons::tr("The %n planned round(s) are done.", nullptr, static_cast<int>(cause.amount))
            .toStdString();
    case RunCauseKind::MailUnreadable:
        return RunReasons::tr("Mail could not be read.").toStdString();
    case RunCauseKind::Told:
        break;
    }
    return told.empty() ? told : RunReasons::tr("“%1”").arg(QString::fromStdString(told)).toStdString();
}

} // namespace quarterdeck::conversation
