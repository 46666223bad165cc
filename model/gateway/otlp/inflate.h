#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

/// Compressed bodies of requests. Pure; thread: any.
namespace quarterdeck::gateway::otlp {

enum class InflateError { Broken, TooLarge };

/// What a body of Content-Encoding "gzip" (of one or several members) or "deflate" (as zlib writes it, or without a
/// head, as some clients do) was before. Never holds more than `mostBytes` of it.
[[nodiscard]] tl::expected<std::string, InflateError> inflated(std::string_view body, std::size_t mostBytes);

} // namespace quarterdeck::gateway::otlp
