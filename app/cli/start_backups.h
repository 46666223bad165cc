#pragma once

#include "app/services/backup_scheduler.h"
#include "app/services/command_line.h"
#include "app/services/console.h"

#include <memory>

namespace quarterdeck::app {

/// Makes daily and weekly backups of the command's library while it lives, and reports on the console when that fails,
/// and when it works again. For commands that may own the library for days. Must not outlive either.
[[nodiscard]] std::unique_ptr<BackupScheduler> startBackups(const CommandLine& line, Console& console,
                                                            BackupScheduler::Pace pace);

} // namespace quarterdeck::app
