#include "ui/dialogs/team_problem.h"

#include <QRegularExpression>
#include <nlohmann/json.hpp>

namespace quarterdeck::ui {

std::optional<TeamProblem> problemIn(const team::TeamDefinition& team)
{
    const auto read = team::teamFromJson(team::jsonOf(team));
    if (read)
        return std::nullopt;
    // The detail starts with the path: "$.roles[1].goal: longer than …"
    static const QRegularExpression role(QStringLiteral(R"(^\$\.roles\[(\d{1,4})\])"));
    const auto found = role.match(QString::fromStdString(read.error().detail));
    return TeamProblem{found.hasMatch() ? found.captured(1).toInt() + 1 : 0,
                       QString::fromStdString(read.error().sentence)};
}

} // namespace quarterdeck::ui
