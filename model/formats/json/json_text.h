#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::formats {

/// A member's text as a person reads it; empty if it is missing or not a text, or `value` is not an object.
[[nodiscard]] std::string textMember(const nlohmann::json& value, const char* key);
/// A member of a JSON object; null if there is none. Refers into `object`.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const char* key);
/// Compact JSON text; marked texts become the tokens they stand for (model/formats/json/python_json.h). Never throws:
/// invalid UTF-8 is replaced.
[[nodiscard]] std::string textOfJson(const nlohmann::json& value);
/// The same with marked texts as they are: always valid JSON.
[[nodiscard]] std::string plainTextOfJson(const nlohmann::json& value);

} // namespace quarterdeck::formats
