#pragma once

#include "ui/present/client_status.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace quarterdeck::ui::view {

/// Pausing and Stopping: requested, while somebody still finishes what they do. Failed: it cannot continue before
/// somebody does something about it. An outside program that only comes and goes has no run: NotStarted, see
/// Connection. Recorded: a recording that does not tell how, or whether, it ended.
enum class RunState {
    NotStarted,
    Running,
    WaitingForUser,
    Paused,
    Finished,
    Stopped,
    Failed,
    AtRest,
    Stopping,
    Pausing,
    Recorded,
};

/// What the toolbar says about the open session. Without a session only the program's name is shown.
struct ToolbarState
{
    bool hasSession = false;
    QString title;
    RunState run = RunState::NotStarted;
    QString reason; ///< why it paused, stopped or failed: "budget of $2.00 reached"; who is waited for
    int round = 0;  ///< 0 = not shown
    std::optional<int> rounds;
    bool isPrivate = false;
    bool canChangePrivacy = false;
    bool canRun = false;           ///< has agents of its own; a recorded session has none
    std::optional<double> dollars; ///< for what has a price; none = nothing has, or nothing was used
    std::optional<double> budget;
    QString replayClock; ///< "09:46:52" while a replay is shown, otherwise empty
    bool canReplay = false;          ///< shows the button that opens the replay
    QString burn = {};               ///< usage per minute of work, and when the budget is reached; empty = unknown
    bool hasWork = true;             ///< there is something to pause, to step through, or to stop
    std::int64_t unpricedTokens = 0; ///< all tokens so far, if some have no price; 0 = all have one
    bool canInsist = false;          ///< asked to stop, it can be stopped without waiting: nobody may be there
    QString failure = {};            ///< Failed: what went wrong, as a sentence
    bool canChooseModel = {};        ///< Failed: its team may speak through another model

    std::optional<Connection> connection = {}; ///< of a program's session
    bool isArchived = {};                      ///< its row may not be in sight: so it is shown here

    QString runWords = {}; ///< how the run stands, where `run` alone is not the whole truth; empty = as that says

    bool operator==(const ToolbarState&) const = default;
};

} // namespace quarterdeck::ui::view
