#pragma once

#include "conversation/event.h"
#include "sqlite/connection.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace quarterdeck::storage::sqlite {

/// A growth that is part of a later one (`GrowthMerger`) keeps its place in the log, as an event that changes nothing.
/// Of many such places in a row the last one has a row in the table, whose payload says how many stand before it:
/// {"target":0,"merged":498}, and is never packed, so that it is quickly told from others.

/// It only keeps a place.
[[nodiscard]] bool isMerged(const conversation::EventBody& body);
/// Of the row that stands for itself and so many places before it.
[[nodiscard]] std::string mergedPayload(std::int64_t before);
/// For how many places before its own the row stands. 0 for every other row, and for a number that cannot be.
[[nodiscard]] std::int64_t mergedBefore(std::string_view kind, std::string_view payload);
/// What is read at such a place.
[[nodiscard]] conversation::Event mergedEvent(conversation::EventSeq seq, const conversation::Event& row);

/// Events of complete sessions, those without a row of their own, too. Also of a file that an older version wrote.
/// Throws SQLite::Exception.
[[nodiscard]] std::int64_t countEvents(Connection& connection);

} // namespace quarterdeck::storage::sqlite
