#pragma once

#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/search_effort.h"

namespace quarterdeck::storage::sqlite {

/// The index, and what is not indexed yet. Cancelled when the request was stopped. Throws SQLite::Exception; wants to
/// run inside one read transaction.
[[nodiscard]] session::Result<session::SearchHits>
searchAll(Connection& connection, const session::SearchRequest& request, const SearchEffort& effort = {});

} // namespace quarterdeck::storage::sqlite
