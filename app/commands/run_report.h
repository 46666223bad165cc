#pragma once

#include "app/commands/console.h"
#include "app/commands/run_request.h"
#include "team/provider/price_table.h"

#include <QString>
#include <string>

namespace quarterdeck::app {

/// Somebody of the team thinks with a model that has no price. `instead`: the model that all of them get; it may be
/// empty.
[[nodiscard]] bool isUnpriced(const team::TeamDefinition& team, const team::ModelChoice& instead,
                              const team::PriceTable& prices);
/// What the dialog of a new session says of that.
[[nodiscard]] QString noPriceNotice();

/// Prints what came of a run, and why it rests; the exit code for it. `notice`: told to programs beside that, and to
/// others already.
int reportRun(const RunOutcome& outcome, const std::string& notice, Console& console, bool isJson);

} // namespace quarterdeck::app
