#pragma once

#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/search_effort.h"

#include <functional>

namespace quarterdeck::storage::sqlite {

/// The index, and then what is not indexed yet; where the index is damaged, the log alone, and `doubtIndex` is called.
/// A beginning of words that is too much for the index is looked for in the events themselves, some thousand of them a
/// piece. Cancelled when the request was stopped. Throws SQLite::Exception; wants to run inside one read transaction.
[[nodiscard]] session::Result<session::FoundRows> findRows(
    Connection& connection, const session::FindRequest& request, const SearchEffort& effort = {},
    const std::function<void()>& doubtIndex = [] {});

} // namespace quarterdeck::storage::sqlite
