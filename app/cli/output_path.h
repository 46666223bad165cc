#pragma once

#include "app/services/command_line.h"

#include <QString>

namespace quarterdeck::app {

/// Why the command line must not write there, as a sentence for a person; empty if it may. Never onto its own input (a
/// file that is converted, the library); onto another existing file only with --force.
[[nodiscard]] QString outFileRefusal(const QString& outFile, const CommandLine& line);

} // namespace quarterdeck::app
