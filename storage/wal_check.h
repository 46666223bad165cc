#pragma once

#include <cstdint>
#include <string>

namespace quarterdeck::storage::sqlite {

/// Whether the file and the log that a crash left beside it belong together and are sound, as far as can be told before
/// anything is written: SQLite would take another file's log for its own and move it in. Empty, or what is wrong, for
/// the log. If the file is larger than `quicklyRead` its pages are not checked, since a person would have to wait at
/// the start: `check` reads them all. Throws SQLite::Exception.
inline constexpr std::int64_t mostQuicklyRead = std::int64_t{256} << 20;
[[nodiscard]] std::string findWalProblems(const std::string& path, std::int64_t quicklyRead = mostQuicklyRead);

} // namespace quarterdeck::storage::sqlite
