#pragma once

#include "app/cli/open_session.h"
#include "model/transfer/import/import_job.h"

#include <QStringList>

namespace quarterdeck::app {

/// Imports the command line's files, with progress on the console; an interruption cancels.
[[nodiscard]] transfer::ImportReport runImport(const std::shared_ptr<session::Library>& library,
                                               const CommandLine& line, Console& console);
/// What a file of the report lacks, each on a line that is safe to print: what is left out, and the problems.
[[nodiscard]] QStringList missingPartsOf(const transfer::FileReport& file);
/// Names files in folders that are not recordings.
void printSkipped(const transfer::ImportReport& report, Console& console);
/// Writes a session as the command line says, and reports the outcome; returns the exit code.
[[nodiscard]] int exportFrom(const OpenedSession& opened, const CommandLine& line, Console& console);

} // namespace quarterdeck::app
