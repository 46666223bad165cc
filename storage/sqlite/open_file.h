#pragma once

#include "session/library.h"
#include "sqlite/sqlite_library.h"
#include "storage/open_library.h"

#include <string>

namespace quarterdeck::storage::sqlite {

/// Opens the connections of a library, in the ways that `openLibrary` promises. Never throws.
[[nodiscard]] session::Result<OpenedFile> openForWriting(const std::string& path, Access access);
[[nodiscard]] session::Result<OpenedFile> openForReading(const std::string& path);

} // namespace quarterdeck::storage::sqlite
