#pragma once

#include "conversation/state.h"

#include <optional>

namespace quarterdeck::conversation {

/// Why nobody does anything though the run goes on.
enum class Rest {
    NothingToDo,  ///< all is done that there was to do: the person's next word makes it go on
    AfterFailure, ///< somebody failed with what it was to do, and nobody else has anything to do
};

/// Nothing when somebody is at work, has mail, or waits for the person; nor of a session whose members live in another
/// program, since only that knows.
[[nodiscard]] std::optional<Rest> restOf(const ConversationState& state);

/// A member failed with what it has to do, and begins with it again when the person says so.
[[nodiscard]] bool mayTryAgain(const ConversationState& state, const RoleState& role);

/// The run is paused, and this member is still at its turn: what its model is saying comes to its end.
[[nodiscard]] bool isEndingTurn(const ConversationState& state, const RoleState& role);

/// Asked to pause, and somebody still ends a turn; never of a session whose members live in another program.
[[nodiscard]] bool isPausing(const ConversationState& state);

} // namespace quarterdeck::conversation
