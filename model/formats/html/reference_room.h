#pragma once

#include <string_view>

namespace quarterdeck::formats::html {

/// Two signs of Markdown may stand for a definition of thousands of letters: whether its links by reference could
/// become so long together that the text had better be shown as it is written. In time that grows with the text.
[[nodiscard]] bool makesTooMuchOfReferences(std::string_view markdown);

} // namespace quarterdeck::formats::html
