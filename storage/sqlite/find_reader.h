#pragma once

#include "session/library.h"
#include "sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// The index, and then what is not indexed yet. Throws SQLite::Exception; wants to run inside one read transaction.
[[nodiscard]] session::Result<session::FoundRows> findRows(Connection& connection, const session::FindRequest& request);

} // namespace quarterdeck::storage::sqlite
