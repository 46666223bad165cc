#pragma once

#include "storage/recover/recover_library.h"

#include <string>
#include <system_error>

/// The outcome of a recovery, written beside the damaged file so that it can be read again later.
namespace quarterdeck::storage::recover {

/// "library (damaged 2026-11-22 02.43.11).db.report.json"
[[nodiscard]] std::string reportNameOf(const std::string& damaged);

/// Writes it completely and to the disk before it gets that name, replacing an older one; `making` is a name beside the
/// library that is removed with whatever a recovery left unfinished. A report longer than one that would be read is
/// refused (file_too_large).
[[nodiscard]] std::error_code writeReport(const RecoveryReport& report, const std::string& making,
                                          const std::string& damaged);

/// Goes with its file, even if there is no report.
void removeReportOf(const std::string& damaged);

/// Reports beside the library whose damaged file the person has removed. The caller holds the library's lock.
void removeOrphanedReports(const std::string& library);

} // namespace quarterdeck::storage::recover
