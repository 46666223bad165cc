#pragma once

#include <QString>

namespace quarterdeck::app {

/// Where the files are with which programs of others are connected (role/, metagpt/), for a program in that folder:
/// beside it, as it is built and as it is installed. Where they are missing it is the place where they belong.
/// Absolute.
[[nodiscard]] QString adaptersFolder(const QString& programFolder);

} // namespace quarterdeck::app
