#pragma once

#include "transfer/package.h"

namespace quarterdeck::app {

/// Packages as `storage` makes them.
[[nodiscard]] transfer::PackageFiles packageFiles();

} // namespace quarterdeck::app
