#include "model/conversation/outsiders.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
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

namespace {
constexpr const char* dropWay = "quarterdeck.drop"; // no protocol's name
} // namespace

bool isDropNotice(const Message& message)
{
    return isToldByProgram(message) && message.metadata.json().at(toldByKey) == dropWay;
}

void setDropNotice(Message& message) { setToldByProgram(message, dropWay); }

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

using nlohmann::json;

namespace {

constexpr const char* ownKey = "quarterdeck";
constexpr const char* routeKey = "outside_route";

json namesOf(const std::vector<RoleName>& roles)
{
    json names = json::array();
    for (const RoleName& role : roles) {
        names.push_back(role.str());
    }
    return names;
}

std::vector<RoleName> rolesIn(const json& names)
{
    std::vector<RoleName> roles;
    for (const json& name : names) {
        roles.emplace_back(name.get<std::string>());
    }
    return roles;
}

} // namespace

void noteOutsideRoute(Message& message, const OutsideRoute& route)
{
    const bool isObject = !message.metadata.isNull() && message.metadata.json().is_object();
    json metadata = isObject ? message.metadata.json() : json::object();
    metadata[ownKey] = {{routeKey,
                         {{"rule", static_cast<int>(route.rule)},
                          {"private", route.isPrivate},
                          {"opened", namesOf(route.opened)},
                          {"ended", namesOf(route.ended)}}}};
    message.metadata = JsonValue(std::move(metadata));
}

std::optional<OutsideRoute> takeOutsideRoute(Message& message)
{
    if (message.metadata.isNull() || !message.metadata.json().is_object()) {
        return std::nullopt;
    }
    json metadata = message.metadata.json();
    const auto own = metadata.find(ownKey);
    if (own == metadata.end() || !own->is_object() || !own->contains(routeKey)) {
        return std::nullopt;
    }
    const json noted = own->at(routeKey);
    metadata.erase(own);
    message.metadata = metadata.empty() ? JsonValue() : JsonValue(std::move(metadata));
    return OutsideRoute{static_cast<RoutingRule>(noted.at("rule").get<int>()), noted.at("private").get<bool>(),
                        rolesIn(noted.at("opened")), rolesIn(noted.at("ended"))};
}

namespace {

constexpr const char* key = "remote_roles";

} // namespace

void setRemoteRoles(SessionStarted& started, const std::set<RoleName>& roles)
{
    if (roles.empty())
        return;
    nlohmann::json details = started.details.json().is_object() ? started.details.json() : nlohmann::json::object();
    nlohmann::json names = nlohmann::json::array();
    for (const RoleName& role : roles)
        names.push_back(role.str());
    details[key] = std::move(names);
    started.details = JsonValue(std::move(details));
}

std::set<RoleName> remoteRoles(const SessionStarted& started)
{
    std::set<RoleName> roles;
    const nlohmann::json& details = started.details.json();
    if (!started.source.empty() || started.kind != SessionKind::Team || !details.is_object())
        return roles;
    const auto names = details.find(key);
    if (names == details.end() || !names->is_array())
        return roles;
    for (const nlohmann::json& name : *names)
        if (name.is_string())
            roles.insert(RoleName(name.get<std::string>()));
    return roles;
}

} // namespace quarterdeck::conversation
