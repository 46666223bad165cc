#pragma once

#include <string>

namespace quarterdeck::storage::sqlite {

/// Whether the file and the log beside it (which a crash left there) belong together and are whole, as far as that can
/// be told before anything is written: SQLite would take another file's log for its own and move it in. Empty, or what
/// is wrong, for the log. Throws SQLite::Exception.
[[nodiscard]] std::string faultsOfLog(const std::string& path);

} // namespace quarterdeck::storage::sqlite
