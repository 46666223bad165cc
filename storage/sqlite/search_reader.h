#pragma once

#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/search_effort.h"

#include <functional>

namespace quarterdeck::storage::sqlite {

/// The index, and what is not indexed yet; where the index is damaged, the log alone, and `doubtIndex` is called.
/// Cancelled when the request was stopped. Throws SQLite::Exception; wants to run inside one read transaction.
[[nodiscard]] session::Result<session::SearchHits> searchAll(
    Connection& connection, const session::SearchRequest& request, const SearchEffort& effort = {},
    const std::function<void()>& doubtIndex = [] {});

} // namespace quarterdeck::storage::sqlite
