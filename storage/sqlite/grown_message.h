#pragma once

#include "conversation/ids.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

namespace quarterdeck::storage::sqlite {

/// Merges growths of the message of that event (see GrowthMerger): the oldest ones, so many that it takes some
/// milliseconds. Inside a transaction of the caller. Whether more may be left. Throws SQLite::Exception.
[[nodiscard]] bool mergeGrowths(Connection& connection, SessionNumber session, conversation::EventSeq target);

} // namespace quarterdeck::storage::sqlite
