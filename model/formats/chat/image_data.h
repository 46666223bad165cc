#pragma once

#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// The media type that the ending of an address tells; "image/jpeg" for endings that tell none.
[[nodiscard]] std::string imageTypeOfUrl(std::string_view url);
/// `data:<type>;base64,...`
[[nodiscard]] std::string dataUrl(std::string_view mediaType, std::string_view bytes);

} // namespace quarterdeck::formats
