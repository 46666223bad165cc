#pragma once

#include <cstdint>
#include <string_view>

namespace quarterdeck::formats::html {

/// How many formulas the window would typeset in Markdown without code blocks: $…$, $$…$$, \(…\) and \[…\]. Prices do
/// not count, nor does anything in a code span. Takes time linear in the text, whatever it contains.
[[nodiscard]] std::int64_t formulasIn(std::string_view markdown);

} // namespace quarterdeck::formats::html
