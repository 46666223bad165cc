#pragma once

#include "storage/backup/backups.h"

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace quarterdeck::storage {

/// What a copy lacks because the library had been recovered before it was made.
struct EarlierLoss
{
    std::int64_t events = 0; ///< lost ones; 0 = something else was lost (an attachment, a whole session)
    std::int64_t places = 0; ///< how many of `Backup::events` only stand in for lost ones
};

/// By the paths of those of `copies` (`listBackups`) that were made after a recovery which did not bring back all, as
/// far as the reports tell that are kept of recoveries (`savedRecoveryReports`), and the copies themselves: of a
/// library that was restored whole since then they say nothing. Reads in those copies the sessions that lost something,
/// until it is stopped. Thread: any.
[[nodiscard]] std::map<std::string, EarlierLoss>
earlierLosses(const std::string& library, const std::vector<Backup>& copies, const std::stop_token& stop = {});

} // namespace quarterdeck::storage
