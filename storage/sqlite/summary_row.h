#pragma once

#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

#include <vector>

namespace quarterdeck::storage::sqlite {

/// The list's rows. They throw SQLite::Exception.
void insertSession(Connection& connection, const session::SessionSummary& summary);
void updateSession(Connection& connection, SessionNumber session, session::EventSeq lastSeq,
                   const session::SessionSummary& summary);
/// As a list shows them, newest activity first.
[[nodiscard]] std::vector<session::SessionSummary> readSummaries(Connection& connection);
/// As the log tells it, without labels.
[[nodiscard]] std::optional<session::SessionSummary> readSummary(Connection& connection, SessionNumber session);

} // namespace quarterdeck::storage::sqlite
