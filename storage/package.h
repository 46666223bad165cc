#pragma once

#include "model/session/library.h"

#include <string>

namespace quarterdeck::storage {

/// Makes a library that nobody has open ready to be handed on: all of it can be searched, and it is one file, durable,
/// that can be read where nothing can be written beside it. Errors: DiskFull, Io, Damaged. Takes as long as indexing
/// what is not yet. Thread: any.
[[nodiscard]] session::Result<session::Nothing> sealPackage(const std::string& path);

} // namespace quarterdeck::storage
