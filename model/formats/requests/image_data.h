#pragma once

#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// The media type indicated by an address's extension; "image/jpeg" for unknown ones.
[[nodiscard]] std::string imageTypeOfUrl(std::string_view url);
/// `data:<type>;base64,...`
[[nodiscard]] std::string dataUrl(std::string_view mediaType, std::string_view bytes);

} // namespace quarterdeck::formats
