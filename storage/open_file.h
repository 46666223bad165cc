#pragma once

#include "model/session/library.h"
#include "storage/open_library.h"
#include "storage/sqlite_library.h"

#include <string>

namespace quarterdeck::storage::sqlite {

/// Opens a library's connections the way `openLibrary` promises. Never throws.
[[nodiscard]] session::Result<OpenedFile> openForWriting(const std::string& path, Access access);
[[nodiscard]] session::Result<OpenedFile> openForReading(const std::string& path);

} // namespace quarterdeck::storage::sqlite
