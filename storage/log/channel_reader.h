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

/// Counts a session's events per part of its time and per speaker, and lists its marks: aggregated by the database on a
/// narrow index. Throws SQLite::Exception; expects to run inside one read transaction.
[[nodiscard]] session::Result<session::Timeline> readTimeline(Connection& connection, const session::SessionId& session,
                                                              std::int32_t buckets);

/// The marks at rows of a channel. Throws SQLite::Exception.
[[nodiscard]] session::Result<std::vector<session::ChannelMark>>
readChannelMarks(Connection& connection, const session::SessionId& session, const session::ChannelKey& channel,
                 std::optional<session::EventSeq> asOf);
/// The first event after `after` with such a mark; 0 if there is none. Throws SQLite::Exception.
[[nodiscard]] session::Result<session::EventSeq> readNextMark(Connection& connection, const session::SessionId& session,
                                                              session::TimelineMark::Kind kind,
                                                              session::EventSeq after);

} // namespace quarterdeck::storage::sqlite
