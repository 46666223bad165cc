#include "model/conversation/outsiders.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::conversation {

bool isToldByProgram(const Message& message)
{
    if (!message.sentFrom.isEmpty() || message.metadata.isNull() || !message.metadata.json().is_object()) {
        return false;
    }
    const auto found = message.metadata.json().find(toldByKey);
    return found != message.metadata.json().end() && found->is_string();
}

void setToldByProgram(Message& message, const char* way)
{
    const bool isObject = !message.metadata.isNull() && message.metadata.json().is_object();
    nlohmann::json metadata = isObject ? message.metadata.json() : nlohmann::json::object();
    metadata[toldByKey] = way;
    message.metadata = JsonValue(std::move(metadata));
}

bool isOwnName(std::string_view name)
{
    constexpr std::string_view ours = "quarterdeck.";
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return name.size() >= ours.size() && std::equal(ours.begin(), ours.end(), name.begin(), [&](char own, char given) {
               return lower(given) == own;
           });
}

bool isOwnMetadataKey(std::string_view key)
{
    static constexpr std::array<std::string_view, 4> keys = {"quarterdeck", "script_step", "script_role",
                                                             "script_reply_to"};
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

ActionName recordedAction(std::string name)
{
    return ActionName(isOwnName(name) ? "outside:" + name : std::move(name));
}

} // namespace quarterdeck::conversation
