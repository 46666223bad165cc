#pragma once

#include "model/conversation/ids.h"
#include "storage/log/event_id.h"
#include "storage/sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// Merges growths of that event's message (see ExtensionCompactor): the oldest ones, as many as take some milliseconds.
/// Inside the caller's transaction. Returns whether more may be left. Throws SQLite::Exception.
[[nodiscard]] bool compactExtensions(Connection& connection, SessionNumber session, conversation::EventSeq target);

} // namespace quarterdeck::storage::sqlite
