#pragma once

#include "session/library.h"
#include "sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// The state after `asOf`: the nearest readable snapshot at or before it, and a fold. Throws SQLite::Exception; wants
/// to run inside one read transaction.
[[nodiscard]] session::Result<session::ConversationState>
readState(Connection& connection, const session::SessionId& session, std::optional<session::EventSeq> asOf);

} // namespace quarterdeck::storage::sqlite
