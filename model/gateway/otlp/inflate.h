#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

/// Compressed request bodies. Pure; thread: any.
namespace quarterdeck::gateway::otlp {

enum class InflateError { Broken, TooLarge };

/// Decompresses a body with Content-Encoding "gzip" (one or several members) or "deflate" (zlib's format, or without a
/// header, as some clients send it). Never holds more than `mostBytes`.
[[nodiscard]] tl::expected<std::string, InflateError> inflated(std::string_view body, std::size_t mostBytes);

} // namespace quarterdeck::gateway::otlp
