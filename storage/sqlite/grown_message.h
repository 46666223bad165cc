#pragma once

#include "conversation/ids.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

namespace quarterdeck::storage::sqlite {

/// Merges growths of that event's message (see GrowthMerger): the oldest ones, as many as take some milliseconds.
/// Inside the caller's transaction. Returns whether more may be left. Throws SQLite::Exception.
[[nodiscard]] bool mergeGrowths(Connection& connection, SessionNumber session, conversation::EventSeq target);

} // namespace quarterdeck::storage::sqlite
