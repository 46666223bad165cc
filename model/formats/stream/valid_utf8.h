#pragma once

#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// The text, with U+FFFD for each longest piece that is no UTF-8 (the "maximal subpart" rule of Unicode and WHATWG).
[[nodiscard]] std::string validUtf8(std::string_view bytes);

} // namespace quarterdeck::formats
