#pragma once

#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/sqlite/connection.h"

#include <vector>

namespace quarterdeck::storage::sqlite {

/// Empty labels leave no row.
void writeLabels(Connection& connection, SessionNumber session, const session::SessionLabels& labels);
[[nodiscard]] bool isArchived(Connection& connection, SessionNumber session);
/// From `labels.tags`; what cannot be read is left out.
[[nodiscard]] std::vector<std::string> tagsFromText(std::string_view text);
/// From a row with the columns title, tags, note, is_pinned, archived_at, starting at `column`.
[[nodiscard]] session::SessionLabels labelsFrom(const Query& row, int column);
/// Of all complete sessions; for a file older than sizes, only those of attachments.
[[nodiscard]] std::vector<session::SessionSize> readSizes(Connection& connection);

} // namespace quarterdeck::storage::sqlite
