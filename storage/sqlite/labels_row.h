#pragma once

#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

#include <vector>

namespace quarterdeck::storage::sqlite {

/// Labels that say nothing leave no row.
void writeLabels(Connection& connection, SessionNumber session, const session::SessionLabels& labels);
[[nodiscard]] bool isArchived(Connection& connection, SessionNumber session);
/// As `labels.tags` holds them; what cannot be read is left out.
[[nodiscard]] std::vector<std::string> tagsFromText(std::string_view text);
/// From a row whose columns are title, tags, note, is_pinned, archived_at, beginning at `column`.
[[nodiscard]] session::SessionLabels labelsFrom(const Query& row, int column);
/// Of all complete sessions; of a file that is older than sizes those of attachments only.
[[nodiscard]] std::vector<session::SessionSize> readSizes(Connection& connection);

} // namespace quarterdeck::storage::sqlite
