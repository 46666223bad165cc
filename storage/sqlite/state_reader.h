#pragma once

#include "session/library.h"
#include "sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// The state after `asOf`: the nearest readable snapshot at or before it, and a fold. Throws SQLite::Exception; wants
/// to run inside one read transaction.
[[nodiscard]] session::Result<session::ConversationState>
readState(Connection& connection, const session::SessionId& session, std::optional<session::EventSeq> asOf);
/// The last state in the same way, with what else a live session begins with.
[[nodiscard]] session::Result<session::SessionOpening> openSession(Connection& connection,
                                                                   const session::SessionId& session);

} // namespace quarterdeck::storage::sqlite
