#include "app/services/run_report.h"

#include "app/services/cli_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

namespace {

/// Why the result could not be committed.
std::string problemIn(const conversation::JsonValue& manifest)
{
    const nlohmann::json& told = manifest.json();
    return told.is_object() && told.contains("problem") && told["problem"].is_string()
        ? told["problem"].get<std::string>()
        : std::string();
}

} // namespace

bool isUnpriced(const team::TeamDefinition& team, const team::ModelChoice& instead, const team::PriceTable& prices)
{
    return std::ranges::any_of(team.roles, [&](const team::RoleDefinition& role) {
        const std::string model =
            !instead.model.empty() ? instead.model : team::modelFor(team, role.name, team::model_action::think).model;
        const team::ModelPrice* price = prices.find(model);
        return !role.isRemote && !model.empty() && (price == nullptr || price->classes.empty());
    });
}

QString noPriceNotice()
{
    return cliText(QT_TRANSLATE_NOOP(
        "CommandLine",
        "No price is known for this model: tokens are counted, but a budget in dollars cannot be enforced."));
}

int reportRun(const RunOutcome& outcome, const std::string& notice, Console& console, bool isJson)
{
    if (isJson) {
        nlohmann::json told{{"session", outcome.session.str()}, {"end", wordFor(outcome.end)},
                            {"rounds", outcome.rounds},         {"messages", outcome.messages},
                            {"tokens", outcome.tokens},         {"answer", outcome.answer}};
        if (outcome.cost)
            told["cost"] = *outcome.cost;
        if (!outcome.manifest.isNull())
            told["manifest"] = outcome.manifest.json();
        if (!notice.empty())
            told["notice"] = notice;
        if (!outcome.cut.empty())
            told["cut"] = outcome.cut;
        console.print(told);
    } else {
        if (!outcome.answer.empty())
            console.print(harmless(outcome.answer));
        for (const std::string& who : outcome.cut)
            console.note(cliText(QT_TRANSLATE_NOOP("CommandLine",
                                                   "An answer from %1 is incomplete: it reached the maximum length."))
                             .arg(QString::fromStdString(who))
                             .toStdString());
        if (const std::string problem = problemIn(outcome.manifest); !problem.empty())
            console.print(harmlessLine(problem));
        console.print(
            cliText(QT_TRANSLATE_NOOP("CommandLine", "Session %1")).arg(QString::fromStdString(outcome.session.str())));
    }
    if (outcome.end == RunEnd::Done)
        return 0;
    // A question may quote something with several lines, such as the change to approve.
    return isJson ? console.fail(harmlessLine(outcome.reason)) : console.failInLines(harmless(outcome.reason));
}

} // namespace quarterdeck::app
