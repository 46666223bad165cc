#pragma once

#include <cstdint>
#include <string>

namespace quarterdeck::storage::sqlite {

/// Whether the file and the log beside it (which a crash left there) belong together and are whole, as far as that can
/// be told before anything is written: SQLite would take another file's log for its own and move it in. Empty, or what
/// is wrong, for the log. The pages of a file that is larger than `quicklyRead` are not gone over, which would keep a
/// person waiting at the start: `check` reads them all. Throws SQLite::Exception.
inline constexpr std::int64_t mostQuicklyRead = std::int64_t{256} << 20;
[[nodiscard]] std::string faultsOfLog(const std::string& path, std::int64_t quicklyRead = mostQuicklyRead);

} // namespace quarterdeck::storage::sqlite
