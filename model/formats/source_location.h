#pragma once

#include <cstdint>
#include <string>

namespace quarterdeck::formats {

/// A place in a file: all counted from 1, 0 = does not apply.
struct SourceLocation
{
    std::int64_t line = 0;    ///< of JSON lines
    std::int64_t run = 0;     ///< element of a top-level list of sessions
    std::int64_t message = 0; ///< within its session, or within a memory
    std::string row{};        ///< a database row's id; empty = not a row
    std::string memory{};     ///< the role whose memory contains it; empty = none
};

} // namespace quarterdeck::formats
