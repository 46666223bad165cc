#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quarterdeck::conversation::utf8 {

/// At most `maxBytes` bytes of a text, cut between characters, with "…" where something was cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t maxBytes);

/// Continues a character that an earlier byte started.
[[nodiscard]] constexpr bool isContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

/// The bytes of the character that starts at `at`; 1 for a byte that starts none.
[[nodiscard]] std::size_t lengthAt(std::string_view text, std::size_t at);

/// The bytes of the white space (Unicode's, as Python's str.isspace) that starts at `at`; 0 for anything else.
[[nodiscard]] std::size_t spaceAt(std::string_view text, std::size_t at);

} // namespace quarterdeck::conversation::utf8
