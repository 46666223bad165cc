#pragma once

#include "model/session/library_status.h"
#include "storage/sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// Reads the whole file: `integrity_check`, foreign keys, counts. Throws SQLite::Exception.
[[nodiscard]] session::LibraryHealth readHealth(Connection& connection);

/// What is known without that. Throws SQLite::Exception.
[[nodiscard]] session::LibraryStatus readLibraryStatus(Connection& connection);

/// A session's draft, empty if there is none; NotFound without the session. Throws SQLite::Exception.
[[nodiscard]] session::Result<std::string> readDraft(Connection& connection, const session::SessionId& session);

} // namespace quarterdeck::storage::sqlite
