#pragma once

#include "app/services/backup_scheduler.h"
#include "app/services/command_line.h"
#include "app/services/console.h"

namespace quarterdeck::app {

/// The command `serveAgents`, making the library's backups at this pace while it owns the library.
[[nodiscard]] int serveAgents(const CommandLine& line, Console& console, BackupScheduler::Pace pace);

} // namespace quarterdeck::app
