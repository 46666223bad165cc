#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::formats {

/// The text of a member; empty when it is absent or no text, or when `value` is no object.
[[nodiscard]] std::string textMember(const nlohmann::json& value, const char* key);
/// A member of a JSON object; null where there is none. Refers into `object`.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const char* key);
/// Compact JSON text. Never throws: what is no UTF-8 is replaced.
[[nodiscard]] std::string textOfJson(const nlohmann::json& value);

} // namespace quarterdeck::formats
