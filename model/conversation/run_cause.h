#pragma once

#include <string>

namespace quarterdeck::conversation {

/// Why a run is in its state, if this program found out: worded when it is read, in the reader's language, since a
/// log outlives the language it was written in. RoundsGranted is no reason, but what is granted to a run that goes on.
/// Told = by somebody, in words of their own, which are never translated.
enum class RunCauseKind { Told, BudgetUsedUp, RoundsDone, MailUnreadable, ProgramLeft, RoundsGranted, ProgramBack };
struct RunCause
{
    RunCauseKind kind = RunCauseKind::Told;
    double amount = 0; ///< US dollars of the budget, or the number of rounds
                       ///< (RoundsGranted: the round at whose end the run pauses from now on; 0 = none)
    friend bool operator==(const RunCause&, const RunCause&) = default;
};

/// The sentence for a person; what was told is in quotation marks. Empty if there is none.
[[nodiscard]] std::string runReasonText(const RunCause& cause, const std::string& told);

/// A budget as part of a sentence: "$1.50"; below a cent with as many digits as it needs, "$0.001".
[[nodiscard]] std::string dollarsText(double dollars);

} // namespace quarterdeck::conversation
