#pragma once

#include "storage/recover/recover_library.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace quarterdeck::storage::recover {

/// Writes what is left of a damaged library and its log into a new file, and verifies that. The report leaves out where
/// the damaged file is kept, and which copies there are. The damaged file stays as it is; after an error, so does
/// whatever there is of the new one. Lost attachments are taken from the backups of the library's place, if that is
/// given. Throws SQLite::Exception. Thread: any, but nobody else writes to either.
[[nodiscard]] session::Result<RecoveryReport> recoverInto(const std::string& into, const std::string& damaged,
                                                          const std::function<void(int percent)>& progressed,
                                                          const std::stop_token& stop, const std::string& place = {});

/// Why there is no room for it and what it collects beside it; empty = there is, as far as anybody knows. Thread: any.
[[nodiscard]] std::optional<session::Error> checkFreeSpace(const std::string& into, const std::string& damaged);

} // namespace quarterdeck::storage::recover
