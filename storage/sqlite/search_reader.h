#pragma once

#include "session/library.h"
#include "sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// The index, and what is not indexed yet. Throws SQLite::Exception; wants to run inside one read transaction.
[[nodiscard]] session::Result<session::SearchHits> searchAll(Connection& connection,
                                                             const session::SearchRequest& request);

} // namespace quarterdeck::storage::sqlite
