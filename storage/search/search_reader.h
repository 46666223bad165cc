#pragma once

#include "model/session/library.h"
#include "storage/search/search_effort.h"
#include "storage/sqlite/connection.h"

#include <functional>

namespace quarterdeck::storage::sqlite {

/// Uses the index, and scans what is not indexed yet; if the index is damaged, scans the log and calls `doubtIndex`.
/// Cancelled when the request was stopped. Throws SQLite::Exception; run it inside one read transaction.
[[nodiscard]] session::Result<session::SearchHits> searchAll(
    Connection& connection, const session::SearchRequest& request, const SearchEffort& effort = {},
    const std::function<void()>& doubtIndex = [] {});

} // namespace quarterdeck::storage::sqlite
