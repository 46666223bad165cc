#pragma once

#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

/// 0 if nothing was ever written to it: no channel in the table has that id. Throws SQLite::Exception.
[[nodiscard]] std::int64_t channelNumber(Connection& connection, SessionNumber session,
                                         const session::ChannelKey& channel);

/// Pieces of channels, as they are or were. Positional: costs do not depend on the channel's length. They throw
/// SQLite::Exception and expect to run inside one read transaction.
[[nodiscard]] session::Result<session::Rows> readRows(Connection& connection, const session::RowsRequest& request);
[[nodiscard]] session::Result<session::Ordinal> readOrdinal(Connection& connection, const session::SessionId& session,
                                                            const session::ChannelKey& channel, session::EventSeq seq);

} // namespace quarterdeck::storage::sqlite
