#include "json/json_text.h"

namespace quarterdeck::formats {

std::string textMember(const nlohmann::json& value, const char* key)
{
    if (!value.is_object()) {
        return {};
    }
    const auto member = value.find(key);
    return member != value.end() && member->is_string() ? member->get<std::string>() : std::string();
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

std::string textOfJson(const nlohmann::json& value)
{
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace quarterdeck::formats
