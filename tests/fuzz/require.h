#pragma once

#include <cstdlib>

namespace quarterdeck::fuzz {

/// Ends the run as a crash does: libFuzzer then keeps the input.
inline void require(bool isTrue)
{
    if (!isTrue) {
        std::abort();
    }
}

} // namespace quarterdeck::fuzz
