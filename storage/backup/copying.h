#pragma once

#include "storage/backup/backups.h"

#include <stop_token>
#include <string>

namespace quarterdeck::storage::backup {

/// What must be true of a copy.
enum class CopyCheckLevel {
    Pages,  ///< that it is a library: of a restored backup, everything left of it is wanted
    Whole,  ///< that its content is sound, too
    InPart, ///< as far as possible: the result says what is damaged, which the library then lacks, too
};

/// Copies a library and counts; the copy, `making`, has a name that no backup has, and remains after an error. Throws
/// SQLite::Exception. Thread: any.
[[nodiscard]] session::Result<Backup> copyTo(const std::string& library, const std::string& making,
                                             CopyCheckLevel proof, const std::stop_token& stop);

} // namespace quarterdeck::storage::backup
