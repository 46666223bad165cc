#pragma once

#include "model/session/library.h"
#include "storage/sqlite/connection.h"

#include <functional>

namespace quarterdeck::storage::sqlite {

/// Receives the states that a long fold passes, `snapshotSpacing` apart, so that the next fold is shorter. A fold
/// shorter than twice that passes none, since snapshots are not exactly so far apart.
using KeepState = std::function<void(const session::ConversationState&)>;

/// The state after `asOf`: the nearest readable snapshot at or before it, and a fold. Throws SQLite::Exception; expects
/// to run inside one read transaction.
[[nodiscard]] session::Result<session::ConversationState> readState(Connection& connection,
                                                                    const session::SessionId& session,
                                                                    std::optional<session::EventSeq> asOf,
                                                                    const KeepState& keep);
/// The last state in the same way, with what else a live session begins with.
[[nodiscard]] session::Result<session::SessionOpening>
openSession(Connection& connection, const session::SessionId& session, const KeepState& keep);

} // namespace quarterdeck::storage::sqlite
