#pragma once

#include <cstddef>
#include <string_view>

namespace quarterdeck::storage::search {

/// The bytes of the terminal's control sequence (ECMA-48, 5.4: a colour, a move of the cursor) that starts at `at`; 0
/// for anything else. The output of programs is full of them, and whoever reads it sees none.
[[nodiscard]] std::size_t ansiEscapeAt(std::string_view text, std::size_t at);
/// Only if it changes how letters look (a colour, bold): what stands beside it is still one word.
[[nodiscard]] std::size_t terminalLookAt(std::string_view text, std::size_t at);

} // namespace quarterdeck::storage::search
