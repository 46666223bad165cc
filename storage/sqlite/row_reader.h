#pragma once

#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

namespace quarterdeck::storage::sqlite {

/// 0 when nothing was ever written to it: no channel of the table has that id. Throws SQLite::Exception.
[[nodiscard]] std::int64_t channelNumber(Connection& connection, SessionNumber session,
                                         const session::ChannelKey& channel);

/// Pieces of channels, as they are or were. Positional: no cost depends on the length of the channel. They throw
/// SQLite::Exception and want to run inside one read transaction.
[[nodiscard]] session::Result<session::Rows> readRows(Connection& connection, const session::RowsRequest& request);
[[nodiscard]] session::Result<session::Ordinal> readOrdinal(Connection& connection, const session::SessionId& session,
                                                            const session::ChannelKey& channel, session::EventSeq seq);

} // namespace quarterdeck::storage::sqlite
