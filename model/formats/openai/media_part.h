#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::formats {

/// The part of a chat's content that `readContent` accepts as media of that type. `address`: where they are, or a data:
/// URL.
[[nodiscard]] nlohmann::json mediaPart(const std::string& mediaType, const std::string& address);
/// The same with plain Base64.
[[nodiscard]] nlohmann::json dataPart(const std::string& mediaType, const std::string& base64);

} // namespace quarterdeck::formats
