#include "model/conversation/outside_route.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::conversation {

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

} // namespace quarterdeck::conversation
