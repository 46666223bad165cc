#pragma once

#include "session/library.h"

#include <algorithm>

namespace quarterdeck::storage {

/// How many rows a request gets at most: windows are small, and a reader shall never be busy for long.
[[nodiscard]] inline std::int64_t rowsOf(const session::RowsRequest& request)
{
    constexpr std::int32_t most = 200;
    return std::clamp(request.count, 0, most);
}

} // namespace quarterdeck::storage
