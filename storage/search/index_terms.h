#pragma once

#include "storage/sqlite/connection.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// The words in the index with this prefix, in order, unless there are more than `most`. Each costs one step down the
/// index, however often it occurs: FTS5 itself reads all places of all of them before it returns the first. Throws
/// SQLite::Exception. Thread: the connection's.
[[nodiscard]] std::optional<std::vector<std::string>> indexTerms(Connection& connection, const std::string& beginning,
                                                                 std::size_t most);

} // namespace quarterdeck::storage::sqlite
