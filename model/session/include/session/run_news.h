#pragma once

#include "session/library.h"

#include <string>

namespace quarterdeck::session {

/// How a run stands, for a person who is looking elsewhere.
enum class RunNews {
    None,        ///< it goes on, was never begun, or is as a person wished
    Paused,      ///< by itself: at a limit, say
    Finished,    ///< it came to its end
    NothingToDo, ///< it goes on, and all is done
    Failed,      ///< who had something to do failed, or a fault keeps it from going on
};
struct RunStanding
{
    RunNews news = RunNews::None;
    std::string who = {};    ///< Failed: the role; empty = the run itself
    std::string reason = {}; ///< Failed: what went wrong, for a person; of logs of before it is not known
    friend bool operator==(const RunStanding&, const RunStanding&) = default;
};
[[nodiscard]] RunStanding standingOf(const SessionSummary& summary);
/// Pausing was requested, and somebody is still finishing a turn.
[[nodiscard]] bool isPausing(const SessionSummary& summary);

} // namespace quarterdeck::session
