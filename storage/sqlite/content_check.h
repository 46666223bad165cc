#pragma once

#include "sqlite/connection.h"
#include "sqlite/event_id.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

/// What is as it was written: one answer for the check of a library, its repair and the proof of a backup. A bit that
/// fell over in content is no fault of a page, and nobody else sees it. What follows from the events (channels, marks,
/// snapshots, the index) is no content: it can be made anew. They throw SQLite::Exception. Thread: the connection's.
namespace quarterdeck::storage::sqlite {

/// A payload by its checksum; one that has none: whether it can be read as such an event. Columns from `kind` on: kind,
/// version, plain, packed.
[[nodiscard]] bool isPayloadWhole(const Query& row, int kind);

/// The hashes of the attachments that this session shows and whose bytes are others, or cannot be read. One that is
/// missing is none: nothing of it is left that could be damaged.
[[nodiscard]] std::vector<std::string> damagedAttachmentsOf(Connection& connection, SessionNumber session);

/// The same of all sessions, each once, as soon as it is found. One that no session shows is no content: nobody misses
/// it. Ends early when it is stopped.
void forEachDamagedAttachment(Connection& connection, const std::stop_token& stop,
                              const std::function<void(const std::string& hash)>& found);

} // namespace quarterdeck::storage::sqlite
