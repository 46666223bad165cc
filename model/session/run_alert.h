#pragma once

#include "model/session/library.h"

#include <string>

namespace quarterdeck::session {

/// How a run stands, for a person who is looking elsewhere.
enum class RunAlertKind {
    None,        ///< it is running, never began, or is as a person wanted it
    Paused,      ///< by itself, for example at a limit
    Finished,    ///< it came to its end
    NothingToDo, ///< it is running, and everything is done
    Failed,      ///< a role with something to do failed, or a fault keeps it from continuing
};
struct RunAlert
{
    RunAlertKind news = RunAlertKind::None;
    std::string who = {};    ///< Failed: the role; empty = the run itself
    std::string reason = {}; ///< Failed: what went wrong, for a person; unknown in older logs
    friend bool operator==(const RunAlert&, const RunAlert&) = default;
};
[[nodiscard]] RunAlert runAlertOf(const SessionSummary& summary);
/// Pausing was requested, and somebody is still finishing a turn.
[[nodiscard]] bool isPausing(const SessionSummary& summary);
/// A team of this program runs, and somebody in it thinks or acts: it would be cut off if the program ended.
[[nodiscard]] bool isAtWork(const SessionSummary& summary);

} // namespace quarterdeck::session
