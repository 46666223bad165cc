#pragma once

#include "model/transfer/package.h"

namespace quarterdeck::app {

/// Packages, made by `storage`.
[[nodiscard]] transfer::PackageFiles packageFiles();

} // namespace quarterdeck::app
