#pragma once

#include "app/backup_keeper.h"
#include "app/command_line.h"
#include "app/commands/console.h"

#include <memory>

namespace quarterdeck::app {

/// Makes the daily and weekly backups of the command's library as long as it lives, and says on the console when that
/// fails, and when it is over. For commands that may have the library for days. Outlives neither of both.
[[nodiscard]] std::unique_ptr<BackupKeeper> keepBackups(const CommandLine& line, Console& console,
                                                        BackupKeeper::Pace pace);

} // namespace quarterdeck::app
