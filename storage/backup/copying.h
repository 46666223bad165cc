#pragma once

#include "storage/backups.h"

#include <stop_token>
#include <string>

namespace quarterdeck::storage::backup {

/// What must be true of a copy.
enum class Proof {
    Pages,  ///< it is a library: of a backup that is restored all that is left of it is wanted
    Whole,  ///< so is what it holds
    InPart, ///< as far as can be: the result says what is damaged, which is then as wrong in the library
};

/// Copies a library and counts; the copy, `making`, has a name that no backup has, and remains after an error. Throws
/// SQLite::Exception. Thread: any.
[[nodiscard]] session::Result<Backup> copyTo(const std::string& library, const std::string& making, Proof proof,
                                             const std::stop_token& stop);

} // namespace quarterdeck::storage::backup
