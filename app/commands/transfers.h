#pragma once

#include "app/commands/open_session.h"
#include "transfer/import_job.h"

#include <QStringList>

namespace quarterdeck::app {

/// Imports the files of the command line, with its progress on the console; an interruption cancels.
[[nodiscard]] transfer::ImportReport runImport(const std::shared_ptr<session::Library>& library,
                                               const CommandLine& line, Console& console);
/// What a file of the report lacks, each on one line that is harmless: what is left out, and the problems.
[[nodiscard]] QStringList lacksOf(const transfer::FileReport& file);
/// Names the files of folders that are no recordings.
void notePassedOver(const transfer::ImportReport& report, Console& console);
/// Writes a session as the command line says, and tells what became of it; the exit code.
[[nodiscard]] int exportFrom(const OpenedSession& opened, const CommandLine& line, Console& console);

} // namespace quarterdeck::app
