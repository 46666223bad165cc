#pragma once

#include "model/session/library.h"

#include <algorithm>
#include <cstddef>

namespace quarterdeck::storage {

/// SQLite's limit for one value.
inline constexpr std::size_t largestAttachment = 1'000'000'000;

/// Whether the snapshot between these two is superfluous. Every close saves one: without this, an often opened session
/// would consist mostly of snapshots.
[[nodiscard]] inline bool isSnapshotNeedless(session::EventSeq before, session::EventSeq after)
{
    return after.value - before.value <= session::snapshotSpacing;
}

/// How many rows a request gets at most: windows are small, and a reader must never be busy for long.
[[nodiscard]] inline std::int64_t rowsOf(const session::RowsRequest& request)
{
    constexpr std::int32_t most = 200;
    return std::clamp(request.count, 0, most);
}

/// How many bytes a piece of an attachment has at most.
[[nodiscard]] inline std::int64_t bytesOf(std::int64_t wanted)
{
    constexpr std::int64_t most = 1'000'000;
    return std::clamp<std::int64_t>(wanted, 0, most);
}

/// How many rows one piece of a find has at most.
[[nodiscard]] inline std::int64_t piecesOf(const session::FindRequest& request)
{
    constexpr std::int32_t most = 50'000;
    return std::clamp(request.limit, 1, most);
}
/// How many hits a page of a search has at most.
[[nodiscard]] inline std::size_t hitsOf(const session::SearchRequest& request)
{
    constexpr std::int32_t most = 200;
    return static_cast<std::size_t>(std::clamp(request.limit, 1, most));
}
/// How many unindexed events a page of a search scans.
inline constexpr std::int64_t mostEventsSearched = 20'000;
/// How many unindexed events one piece of a find scans.
inline constexpr std::int64_t mostEventsScanned = 2'000;

} // namespace quarterdeck::storage
