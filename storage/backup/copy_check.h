#pragma once

#include "sqlite/connection.h"
#include "storage/backups.h"

#include <stop_token>
#include <string>
#include <vector>

/// Whether a copy that nobody has seen yet is whole, or the library that it is of. What is wrong is told for the log;
/// empty = nothing is. Throw SQLite::Exception, also when they are interrupted. Thread: the connection's.
namespace quarterdeck::storage::backup {

/// Its pages, and whether it has the events that its list of sessions tells of. What can be told of a file of which
/// something is to be kept, however old it is.
[[nodiscard]] std::string faultsOfCopy(sqlite::Connection& file, const Backup& counted);

/// What is not as it was written.
struct Damage
{
    std::string first;                 ///< told for the log; empty = nothing is
    std::vector<std::string> sessions; ///< the titles of those that it stands in, as far as the list knows them
};

/// What stands in the pages, each payload and each attachment that a session shows, as the check of a library sees it
/// (`sqlite/content_check.h`). Ends early when it is stopped.
[[nodiscard]] Damage damagedContent(sqlite::Connection& file, const std::stop_token& stop);

} // namespace quarterdeck::storage::backup
