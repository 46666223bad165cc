#pragma once

#include "app/services/command_line.h"

#include <optional>

namespace quarterdeck::app {

/// Parses the arguments into `line` and does what needs no window: subcommands, help, version, and reporting what is
/// wrong with the arguments, or that there is no display. Makes a QCoreApplication for that time; call it before making
/// any other. The exit code: 0, 1 with one sentence on standard error, 2 for wrong usage. Empty = the window is wanted,
/// and can be shown.
[[nodiscard]] std::optional<int> runCommand(int& argc, char** argv, CommandLine& line);

/// The same with a parsed line. Needs a QCoreApplication. Empty = the window is wanted.
[[nodiscard]] std::optional<int> runCommand(const CommandLine& line);

} // namespace quarterdeck::app
