#pragma once

#include <cstdint>
#include <string_view>

namespace quarterdeck::formats::html {

/// How many formulas the window would set in Markdown without its blocks of code: $…$, $$…$$, \(…\) and \[…\]. A price
/// is none, nor is what stands in a span of code. It takes time as the text is long, whatever is in it.
[[nodiscard]] std::int64_t formulasIn(std::string_view markdown);

} // namespace quarterdeck::formats::html
