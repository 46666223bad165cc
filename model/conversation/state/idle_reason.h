#pragma once

#include "model/conversation/state/state.h"

#include <optional>

namespace quarterdeck::conversation {

/// Why nobody does anything although the run goes on.
enum class IdleReason {
    NothingToDo,  ///< everything is done: the person's next message makes it continue
    AfterFailure, ///< a role failed, and nobody else has anything to do
    Held,         ///< messages wait for the person
    MemberPaused, ///< the person paused a member that has something to do
};

/// Empty if somebody is at work, has mail, or waits for the person; also for a session whose members live in another
/// program, since only that knows.
[[nodiscard]] std::optional<IdleReason> idleReasonOf(const ConversationState& state);

/// The first member that has something to do and is paused by the person; null = there is none. Owned by `state`.
[[nodiscard]] const RoleState* pausedWithWork(const ConversationState& state);

/// The member failed at what it has to do, and starts again when the person says so.
[[nodiscard]] bool canRetryTurn(const ConversationState& state, const RoleState& role);

/// The run is paused, but this member is still finishing its turn: its model's reply is allowed to end.
[[nodiscard]] bool isEndingTurn(const ConversationState& state, const RoleState& role);

/// Pausing was requested, and somebody still finishes a turn; never for a session with members in another program.
[[nodiscard]] bool isPausing(const ConversationState& state);

} // namespace quarterdeck::conversation
