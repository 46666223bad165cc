#pragma once

#include "app/command_line.h"

#include <optional>

namespace quarterdeck::app {

/// Reads the arguments into `line` and does what needs no window: subcommands, help, version, and telling what is wrong
/// with the arguments, or that there is no display for the window. Makes a QCoreApplication for that time; call it
/// before any other. The exit code: 0, 1 with one sentence on standard error, 2 for wrong usage. Empty = the window is
/// wanted, and can be shown.
[[nodiscard]] std::optional<int> runCommand(int& argc, char** argv, CommandLine& line);

/// The same with a line that is parsed. Needs a QCoreApplication. Empty = the window is wanted.
[[nodiscard]] std::optional<int> runCommand(const CommandLine& line);

} // namespace quarterdeck::app
