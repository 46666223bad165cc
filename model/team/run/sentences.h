#pragma once

#include "conversation/ids.h"

#include <cstdint>
#include <string>

/// What the person reads of a run, in the language of the application.
namespace quarterdeck::team::sentences {

[[nodiscard]] std::string cancelled();
[[nodiscard]] std::string howToGoOn(double budget);
[[nodiscard]] std::string raiseBudget(double budget);
[[nodiscard]] std::string raiseBudgetMeans();
[[nodiscard]] std::string finishRun();
[[nodiscard]] std::string finishRunMeans();
[[nodiscard]] std::string stopTeam();
[[nodiscard]] std::string stopTeamMeans();
[[nodiscard]] std::string nobodyHired();
[[nodiscard]] std::string nobodyPlays(const conversation::RoleName& role);
[[nodiscard]] std::string nobodyPlaysHere();
[[nodiscard]] std::string agentThrew(const conversation::RoleName& role, const std::string& what);

} // namespace quarterdeck::team::sentences
