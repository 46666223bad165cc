#pragma once

#include <string_view>

namespace quarterdeck::formats::html {

/// Two characters of Markdown may refer to a definition of thousands: tells whether the reference links could become so
/// long in total that the text is better shown as written. Takes time linear in the text.
[[nodiscard]] bool exceedsReferenceLimit(std::string_view markdown);

} // namespace quarterdeck::formats::html
