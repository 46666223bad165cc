#pragma once

#include "session/library.h"

#include <algorithm>
#include <cstddef>

namespace quarterdeck::storage {

/// SQLite's limit for one value; the memory library keeps it too, so that both behave alike.
inline constexpr std::size_t largestAttachment = 1'000'000'000;

/// Whether the snapshot between these two is one too many. Every close saves one: without this an often opened session
/// would be mostly snapshots.
[[nodiscard]] inline bool isSnapshotNeedless(session::EventSeq before, session::EventSeq after)
{
    return after.value - before.value <= session::snapshotSpacing;
}

/// How many rows a request gets at most: windows are small, and a reader shall never be busy for long.
[[nodiscard]] inline std::int64_t rowsOf(const session::RowsRequest& request)
{
    constexpr std::int32_t most = 200;
    return std::clamp(request.count, 0, most);
}

} // namespace quarterdeck::storage
