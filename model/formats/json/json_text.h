#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::formats {

/// The text of a member, as a person reads it; empty when it is absent or no text, or when `value` is no object.
[[nodiscard]] std::string textMember(const nlohmann::json& value, const char* key);
/// A member of a JSON object; null where there is none. Refers into `object`.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const char* key);
/// Compact JSON text; what is marked stands as the token that it was (formats/python_json.h). Never throws: what is no
/// UTF-8 is replaced.
[[nodiscard]] std::string textOfJson(const nlohmann::json& value);
/// The same with marked texts as they are: JSON in any case.
[[nodiscard]] std::string plainTextOfJson(const nlohmann::json& value);

} // namespace quarterdeck::formats
