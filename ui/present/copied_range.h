#pragma once

#include <cstdint>

namespace quarterdeck::ui::view {

/// Messages that are to be copied.
struct CopiedRange
{
    std::int64_t first = 1; ///< row, from 1
    std::int64_t count = 0; ///< rows; 0 = the last one is not chosen yet
    std::int64_t read = 0;  ///< rows that are ready
    bool operator==(const CopiedRange&) const = default;
};

} // namespace quarterdeck::ui::view
