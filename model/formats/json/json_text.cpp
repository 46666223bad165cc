#include "model/formats/json/json_text.h"

#include "model/formats/json/python_json.h"

namespace quarterdeck::formats {

std::string textMember(const nlohmann::json& value, const char* key)
{
    if (!value.is_object()) {
        return {};
    }
    const auto member = value.find(key);
    return member == value.end() ? std::string() : python_json::shownText(*member).value_or("");
}

const nlohmann::json& memberOf(const nlohmann::json& object, const char* key)
{
    static const nlohmann::json none;
    if (!object.is_object()) {
        return none;
    }
    const auto member = object.find(key);
    return member == object.end() ? none : *member;
}

std::string textOfJson(const nlohmann::json& value) { return python_json::compactText(value); }

std::string plainTextOfJson(const nlohmann::json& value)
{
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace quarterdeck::formats
