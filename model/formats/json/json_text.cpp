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

std::string textOfJson(const nlohmann::json& value)
{
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace quarterdeck::formats
