#include "model/conversation/remote_roles.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::conversation {

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
