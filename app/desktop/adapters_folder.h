#pragma once

#include <QString>

namespace quarterdeck::app {

/// The folder of the adapters that connect other programs (role/, metagpt/), for a program in that folder: beside it,
/// in a build and in an installation. If they are missing, the place where they belong. Absolute.
[[nodiscard]] QString adaptersFolder(const QString& programFolder);

} // namespace quarterdeck::app
