#pragma once

#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// Coding agents' programs put texts into the person's role that nobody typed. By its form alone: a text in a pair of
/// the tags that they use, or one with a known beginning.
[[nodiscard]] bool isInjected(std::string_view text);

/// Without spaces and line breaks around it.
[[nodiscard]] std::string_view trimmedText(std::string_view text);

} // namespace quarterdeck::formats
