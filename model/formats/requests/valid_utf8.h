#pragma once

#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// The text with U+FFFD for each maximal invalid piece (the "maximal subpart" rule of Unicode and WHATWG).
[[nodiscard]] std::string validUtf8(std::string_view bytes);

} // namespace quarterdeck::formats
