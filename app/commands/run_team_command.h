#pragma once

#include "app/backup_keeper.h"
#include "app/command_line.h"
#include "app/commands/console.h"

namespace quarterdeck::app {

/// `runTeam` of the commands, which makes the library's backups at this pace while it has the library.
[[nodiscard]] int runTeam(const CommandLine& line, Console& console, BackupKeeper::Pace pace);

} // namespace quarterdeck::app
