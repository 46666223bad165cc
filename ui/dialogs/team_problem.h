#pragma once

#include "model/agents/definition/team_definition.h"

#include <QString>
#include <optional>

namespace quarterdeck::ui {

struct TeamProblem
{
    int part = 0; ///< 0 = the team itself, then its roles from 1
    QString sentence;
};

/// Why no file could hold this team, in the words of the reader of such files. Pure.
[[nodiscard]] std::optional<TeamProblem> problemIn(const team::TeamDefinition& team);

} // namespace quarterdeck::ui
