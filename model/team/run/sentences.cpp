#include "run/sentences.h"

#include <QCoreApplication>
#include <QLocale>

namespace quarterdeck::team::sentences {

namespace {
// Named like its context: lupdate then finds it whatever stands before.
struct TeamSentences
{
    Q_DECLARE_TR_FUNCTIONS(TeamSentences)
};
} // namespace

std::string cancelled() { return TeamSentences::tr("This was stopped before it was done.").toStdString(); }

std::string budgetReached(double budget)
{
    return TeamSentences::tr("The budget of %1 is used up.")
        .arg(QLocale::c().toCurrencyString(budget, u"$"_qs))
        .toStdString();
}

std::string roundsDone(std::int32_t rounds)
{
    return TeamSentences::tr("The %n planned round(s) are done.", nullptr, rounds).toStdString();
}

std::string nobodyHired() { return TeamSentences::tr("A team without members cannot run.").toStdString(); }

std::string nobodyPlays(const conversation::RoleName& role)
{
    return TeamSentences::tr("There is no agent that plays “%1”.")
        .arg(QString::fromStdString(role.str()))
        .toStdString();
}

std::string agentThrew(const conversation::RoleName& role, const std::string& what)
{
    return TeamSentences::tr("The agent of “%1” failed: %2")
        .arg(QString::fromStdString(role.str()), QString::fromStdString(what))
        .toStdString();
}

std::string mailUnreadable(const std::string& why)
{
    return TeamSentences::tr("Mail could not be read: %1").arg(QString::fromStdString(why)).toStdString();
}

} // namespace quarterdeck::team::sentences
