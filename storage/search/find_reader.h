#pragma once

#include "model/session/library.h"
#include "storage/search/search_effort.h"
#include "storage/sqlite/connection.h"

#include <functional>

namespace quarterdeck::storage::sqlite {

/// Uses the index, then what is not indexed yet; if the index is damaged, only the log, and `doubtIndex` is called. A
/// prefix that is too much for the index is searched for in the events themselves, some thousand per piece. Cancelled
/// when the request was stopped. Throws SQLite::Exception; expects to run inside one read transaction.
[[nodiscard]] session::Result<session::FindResult> findRows(
    Connection& connection, const session::FindRequest& request, const SearchEffort& effort = {},
    const std::function<void()>& doubtIndex = [] {});

} // namespace quarterdeck::storage::sqlite
