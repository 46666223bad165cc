#pragma once

#include "storage/recover_library.h"

#include <string>
#include <system_error>

/// What a recovery came to, written down beside the damaged file, so that it can be read again later.
namespace quarterdeck::storage::recover {

/// "library (damaged 2026-11-22 02.43.11).db.report.json"
[[nodiscard]] std::string reportNameOf(const std::string& damaged);

/// Writes it to the end, to the disk, before it gets that name in place of an older one; `making` is a name beside the
/// library that goes with what a recovery left unfinished. A report that is longer than one that would be read is none
/// (file_too_large).
[[nodiscard]] std::error_code writeReport(const RecoveryReport& report, const std::string& making,
                                          const std::string& damaged);

/// Goes with its file: also where there is none.
void removeReportOf(const std::string& damaged);

/// Those beside the library's place whose damaged file the person has taken away. The caller has the library's lock.
void removeOrphanedReports(const std::string& library);

} // namespace quarterdeck::storage::recover
