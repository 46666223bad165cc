#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quarterdeck::storage::recover {

/// The big-endian number of `size` bytes at `at`; 0 if the bytes end before that.
[[nodiscard]] inline std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size)
{
    if (at > bytes.size() || bytes.size() - at < size)
        return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value = value << 8u | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

} // namespace quarterdeck::storage::recover
