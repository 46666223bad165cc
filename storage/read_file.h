#pragma once

#include "model/session/library.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite_library.h"

#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::storage::sqlite {

/// Why a file that describes itself like this is none of ours, or damaged; being of a newer version does not count.
[[nodiscard]] std::optional<session::Error> schemaProblem(const SchemaState& schema, const std::string& path);

/// A connection that sees concurrent writes. Throws SQLite::Exception.
[[nodiscard]] std::unique_ptr<Connection> liveConnection(const std::string& path);

/// A connection that can read. If not even shared memory can be made, the file cannot change either; unless there is a
/// log beside it, which could not be read then and would be missed. Throws SQLite::Exception.
[[nodiscard]] std::unique_ptr<Connection> readConnection(const std::string& path);

/// Opens a file read-only, for this reason (none = it cannot be written to). If it has a log and nothing can be written
/// beside it, a copy of both is opened in a temporary folder. Throws SQLite::Exception.
[[nodiscard]] session::Result<OpenedFile> openReadOnly(const std::string& path, std::optional<session::Error> reason);

} // namespace quarterdeck::storage::sqlite
