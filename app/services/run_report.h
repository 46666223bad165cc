#pragma once

#include "app/services/console.h"
#include "app/services/run_request.h"
#include "model/agents/provider/price_table.h"

#include <QString>
#include <string>

namespace quarterdeck::app {

/// Whether a member thinks with a model that has no price. `instead`: the model that all of them get; may be empty.
[[nodiscard]] bool isUnpriced(const team::TeamDefinition& team, const team::ModelChoice& instead,
                              const team::PriceTable& prices);
/// What the dialog of a new session says about that.
[[nodiscard]] QString noPriceNotice();

/// Prints the outcome of a run, and why it rests; returns the exit code. `notice`: reported to programs in addition;
/// others have seen it already.
int reportRun(const RunOutcome& outcome, const std::string& notice, Console& console, bool isJson);

} // namespace quarterdeck::app
