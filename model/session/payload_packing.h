#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::session {

/// The dictionary for packing payloads: a zstd dictionary with the id 1. It never changes, since every library written
/// with it needs it; a better one would be a second one with another id. Thread: any.
[[nodiscard]] const std::string& payloadDictionary();

/// How a library's file stores payloads. Events repeat themselves (keys, names, who received what and why), each in a
/// payload of its own: packed individually with a dictionary (zstd) they take about a third, and can still be read
/// individually. Thread: any.

/// Larger ones stay as they are, so that a few bytes cannot demand room for whatever they claim to be.
inline constexpr std::size_t largestPackedPayload = 1U << 20U;
/// The most that a byte may unpack to. Payloads that repeat themselves more than that stay as they are, too.
inline constexpr std::size_t mostUnpacked = 64;

/// Empty if packing would gain nothing.
[[nodiscard]] std::optional<std::string> packedPayload(std::string_view payload);
/// Empty if the bytes were not made by `packedPayload`, which a checksum tells. Valid until the thread's next call.
[[nodiscard]] std::optional<std::string_view> unpackedPayload(std::string_view packed);

} // namespace quarterdeck::session
