#pragma once

#include <string>

namespace quarterdeck::conversation {

/// Why a run is in its state, if this program found out: worded when it is read, in the reader's language, since a
/// log outlives the language it was written in. Told = by somebody, in words of their own, which are never
/// translated.
enum class RunCauseKind { Told, BudgetUsedUp, RoundsDone, MailUnreadable, ProgramLeft };
struct RunCause
{
    RunCauseKind kind = RunCauseKind::Told;
    double amount = 0; ///< US dollars of the budget, or the number of rounds
    friend bool operator==(const RunCause&, const RunCause&) = default;
};

/// The sentence for a person; what was told is in quotation marks. Empty if there is none.
[[nodiscard]] std::string runReasonText(const RunCause& cause, const std::string& told);

} // namespace quarterdeck::conversation
