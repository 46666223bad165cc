#pragma once

#include "app/command_line.h"

#include <QString>

namespace quarterdeck::app {

/// Why the command line must not write there, as a sentence for a person; empty where it may. Never onto what it reads
/// (a file that is converted, the library); onto another file that is there already only with --force.
[[nodiscard]] QString outFileRefusal(const QString& outFile, const CommandLine& line);

} // namespace quarterdeck::app
