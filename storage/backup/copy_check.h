#pragma once

#include "storage/backup/backups.h"
#include "storage/sqlite/connection.h"

#include <stop_token>
#include <string>
#include <vector>

/// Whether a new copy, or the library it was made of, is sound. Faults are described for the log; empty = none. Throw
/// SQLite::Exception, also when interrupted. Thread: the connection's.
namespace quarterdeck::storage::backup {

/// Its pages, and whether it has the events that its list of sessions announces. This can be told of any file worth
/// keeping, however old.
[[nodiscard]] std::string findCopyProblems(sqlite::Connection& file, const Backup& counted);

/// What differs from what was written.
struct Damage
{
    std::string first;                 ///< the first fault, for the log; empty = none
    std::vector<std::string> sessions; ///< the titles of those affected, as far as the list knows them
};

/// What the pages contain: each payload and each attachment that a session shows, judged like the check of a library
/// (`storage/log/content_check.h`). Ends early when stopped.
[[nodiscard]] Damage damagedContent(sqlite::Connection& file, const std::stop_token& stop);

} // namespace quarterdeck::storage::backup
