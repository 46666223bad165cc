#pragma once

#include "model/session/library.h"
#include "storage/sqlite/connection.h"

namespace quarterdeck::storage::sqlite {

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
