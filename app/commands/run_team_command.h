#pragma once

#include "app/backup_keeper.h"
#include "app/command_line.h"
#include "app/commands/console.h"

namespace quarterdeck::app {

/// The command `runTeam`, making the library's backups at this pace while it owns the library.
[[nodiscard]] int runTeam(const CommandLine& line, Console& console, BackupKeeper::Pace pace);

} // namespace quarterdeck::app
