#pragma once

#include <cstdint>

namespace quarterdeck::formats {

/// Where in a file: all counted from 1, 0 = does not apply.
struct Place
{
    std::int64_t line = 0;    ///< of JSON lines
    std::int64_t run = 0;     ///< element of a top-level list that holds sessions
    std::int64_t message = 0; ///< within its session
};

} // namespace quarterdeck::formats
