#pragma once

#include "app/services/command_line.h"
#include "app/services/console.h"

/// The subcommands. Each needs a QCoreApplication, runs its event loop, and returns the exit code.
namespace quarterdeck::app {

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
[[nodiscard]] int checkLibrary(const CommandLine& line, Console& console);

} // namespace quarterdeck::app
