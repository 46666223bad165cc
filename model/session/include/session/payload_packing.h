#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::session {

/// How a library's file keeps payloads. Events say the same again and again (keys, names, who got it and why), each in
/// a payload of its own: packed one by one with a dictionary (zstd) they take about a third, and are still read one by
/// one. Thread: any.

/// Larger ones stay as they are, so that nobody is made to make room for what a few bytes claim to be.
inline constexpr std::size_t largestPackedPayload = 1U << 20U;
/// Bytes that come out of a packed one at most. What repeats itself more often than that stays as it is, too.
inline constexpr std::size_t mostUnpacked = 64;

/// Nothing where packing would gain nothing.
[[nodiscard]] std::optional<std::string> packedPayload(std::string_view payload);
/// Nothing where that are no bytes of `packedPayload`: a checksum tells. Valid until the thread's next call.
[[nodiscard]] std::optional<std::string_view> unpackedPayload(std::string_view packed);

} // namespace quarterdeck::session
