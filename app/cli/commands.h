#pragma once

#include "app/cli/open_session.h"
#include "app/services/command_line.h"
#include "app/services/console.h"
#include "model/transfer/import/import_job.h"

#include <QStringList>

namespace quarterdeck::app {

/// The subcommands. Each needs a QCoreApplication, runs its event loop, and returns the exit code.

[[nodiscard]] int importFiles(const CommandLine& line, Console& console);
[[nodiscard]] int listSessions(const CommandLine& line, Console& console);
[[nodiscard]] int searchSessions(const CommandLine& line, Console& console);
[[nodiscard]] int replaySession(const CommandLine& line, Console& console);
[[nodiscard]] int exportSession(const CommandLine& line, Console& console);
/// Imports a file into nothing and writes what it holds in another format.
[[nodiscard]] int convertFile(const CommandLine& line, Console& console);
[[nodiscard]] int backUp(const CommandLine& line, Console& console);
/// Serves agents of other programs until an interruption; needs no window.
[[nodiscard]] int serveAgents(const CommandLine& line, Console& console);
/// Lets a team work until it has nothing more to do: 0; or says why it rests: 1. What it did is in the library.
[[nodiscard]] int runTeam(const CommandLine& line, Console& console);
/// Those that wait for the person, of all sessions.
[[nodiscard]] int listQuestions(const CommandLine& line, Console& console);
[[nodiscard]] int answerQuestion(const CommandLine& line, Console& console);
/// Messages that wait for the person, of all sessions.
[[nodiscard]] int listHeld(const CommandLine& line, Console& console);
/// Lets one go, drops it, or sets the rule that holds.
[[nodiscard]] int steerHeld(const CommandLine& line, Console& console);
[[nodiscard]] int checkLibrary(const CommandLine& line, Console& console);

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
