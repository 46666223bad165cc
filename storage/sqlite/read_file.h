#pragma once

#include "session/library.h"
#include "sqlite/schema.h"
#include "sqlite/sqlite_library.h"

#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::storage::sqlite {

/// Why a file that says this of itself is none of ours, or damaged; that it is of a newer version is no such thing.
[[nodiscard]] std::optional<session::Error> oddityOf(const SchemaState& schema, const std::string& path);

/// A connection that sees what is written meanwhile. Throws SQLite::Exception.
[[nodiscard]] std::unique_ptr<Connection> liveConnection(const std::string& path);

/// A connection that can read. Where not even shared memory can be made, the file cannot change either: unless there is
/// a log beside it, which could then not be read and would be missed. Throws SQLite::Exception.
[[nodiscard]] std::unique_ptr<Connection> readConnection(const std::string& path);

/// Opens a file for reading only, for this reason (none = it cannot be written to). Where it has a log and nothing can
/// be written beside it, a copy of both is opened, in a temporary folder. Throws SQLite::Exception.
[[nodiscard]] session::Result<OpenedFile> openReadOnly(const std::string& path, std::optional<session::Error> reason);

} // namespace quarterdeck::storage::sqlite
