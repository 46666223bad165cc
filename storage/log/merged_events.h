#pragma once

#include "model/conversation/event.h"
#include "storage/sqlite/connection.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace quarterdeck::storage::sqlite {

/// A growth that became part of a later one (`ExtensionCompactor`) keeps its seq, as an event that changes nothing. Of
/// several in a row only the last has a row in the table, whose payload counts those before it:
/// {"target":0,"merged":498}. It is never packed, so it is quickly told from others.

/// It only stands for merged events.
[[nodiscard]] bool isMerged(const conversation::EventBody& body);
/// For a row that stands for itself and this many events before it.
[[nodiscard]] std::string mergedPayload(std::int64_t before);
/// How many events before its own the row stands for. 0 for every other row, and for impossible numbers.
[[nodiscard]] std::int64_t mergedBefore(std::string_view kind, std::string_view payload);
/// What is read for a merged event.
[[nodiscard]] conversation::Event mergedEvent(conversation::EventSeq seq, const conversation::Event& row);

/// Events of complete sessions, including those without a row of their own. Also for files of an older version. Throws
/// SQLite::Exception.
[[nodiscard]] std::int64_t countEvents(Connection& connection);

} // namespace quarterdeck::storage::sqlite
