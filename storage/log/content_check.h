#pragma once

#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/sqlite/connection.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// What is as it was written: one answer for the check of a library, its repair and the proof of a backup. A bit that
/// fell over in content is no fault of a page, and nobody else sees it. What follows from the events (channels, marks,
/// snapshots, the index) is no content: it can be made anew. They throw SQLite::Exception. Thread: the connection's.

/// Checks a payload by its checksum; without one, whether it can be read as such an event. Columns from `kind` on:
/// kind, version, plain, packed.
[[nodiscard]] bool isPayloadIntact(const Query& row, int kind);

/// Hashes of attachments shown by this session whose bytes differ, or cannot be read. A missing one does not count:
/// nothing of it is left that could be damaged.
[[nodiscard]] std::vector<std::string> damagedAttachmentsOf(Connection& connection, SessionNumber session);

/// The same for all sessions, each attachment once, as soon as it is found. One that no session shows is not content,
/// since nobody misses it. Ends early when stopped.
void forEachDamagedAttachment(Connection& connection, const std::stop_token& stop,
                              const std::function<void(const std::string& hash)>& found);

/// Folds a session without its snapshots, compares everything stored beside the log, and reads the attachments that it
/// shows. Throws SQLite::Exception; expects to run inside one read transaction.
[[nodiscard]] session::Result<session::SessionCheck> verifySession(Connection& connection,
                                                                   const session::SessionId& session);

} // namespace quarterdeck::storage::sqlite
