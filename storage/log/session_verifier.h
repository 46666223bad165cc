#pragma once

#include "model/session/library.h"
#include "storage/sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// Folds a session without its snapshots, compares everything stored beside the log, and reads the attachments that it
/// shows. Throws SQLite::Exception; expects to run inside one read transaction.
[[nodiscard]] session::Result<session::SessionCheck> verifySession(Connection& connection,
                                                                   const session::SessionId& session);

} // namespace quarterdeck::storage::sqlite
