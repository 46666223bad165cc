#include "model/agents/definition/team_definition.h"
#include "model/conversation/remote_roles.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using conversation::Result;
using conversation::RoleName;
using nlohmann::json;

constexpr const char* teamKey = "team";
constexpr const char* ideaKey = "idea";
constexpr const char* folderKey = "folder";
constexpr const char* autoArchiveKey = "auto_archive";

void complete(ModelChoice& choice, const ModelChoice& next)
{
    // A role with a connection of its own means a model there; a default model's name would mean nothing on it.
    if (choice.connection.empty() && choice.model.empty())
        choice = next;
    else if (choice.connection.empty())
        choice.connection = next.connection;
    else if (choice.model.empty() && choice.connection == next.connection)
        choice.model = next.model;
}

bool isKindOfThinking(std::string_view action)
{
    return action == model_action::quickThink || action.starts_with(model_action::toolPrefix);
}

ModelChoice forAction(const ModelsByAction& models, std::string_view action)
{
    const auto found = models.find(std::string(action));
    if (found != models.end())
        return found->second;
    return isKindOfThinking(action) ? forAction(models, model_action::think) : ModelChoice();
}

std::string textAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

conversation::Role memberOf(const TeamDefinition& team, const RoleDefinition& definition)
{
    conversation::Role role;
    role.name = definition.name;
    role.profile = definition.profile;
    role.goal = filledIn(team, definition.goal);
    role.constraints = filledIn(team, definition.constraints);
    role.kind = definition.isLeader ? conversation::RoleKind::TeamLeader : conversation::RoleKind::Member;
    for (const std::string& one : definition.watch)
        role.watch.insert(conversation::ActionName(one));
    if (!definition.addresses.empty()) {
        role.addresses = definition.addresses;
        role.addresses.insert(role.name.as<conversation::Address>());
    }
    return role;
}

std::set<RoleName> remoteMembersOf(const TeamDefinition& team)
{
    std::set<RoleName> names;
    for (const RoleDefinition& role : team.roles)
        if (role.isRemote)
            names.insert(role.name);
    return names;
}

/// Somebody must hear what the person wants done.
bool takesTask(const TeamDefinition& team)
{
    return std::ranges::any_of(team.roles, [](const RoleDefinition& role) {
        return role.isLeader || role.watch.contains(conversation::action::userRequirement.str());
    });
}

} // namespace

conversation::SessionStarted sessionOf(const TeamDefinition& team, const std::string& title, const std::string& idea,
                                       const ChosenFolder& folder)
{
    conversation::SessionStarted started;
    started.kind = conversation::SessionKind::Team;
    started.title = title;
    started.isPublic = team.isPublic;
    started.budget = team.budget;
    started.rounds = team.rounds;
    started.routing.filters = team.filters;
    started.routing.addressNote = team.addressNote;
    // Without a leader, nobody may be taken for one because of a name.
    started.routing.leader = RoleName("");
    for (const RoleDefinition& role : team.roles) {
        if (role.isLeader) {
            started.routing.leader = role.name;
            started.routing.leaderProfile = role.profile;
        }
    }
    json details{{teamKey, jsonOf(team)}, {ideaKey, idea}};
    if (!folder.path.empty())
        details[folderKey] = folder.path;
    if (!folder.path.empty() && folder.isAutoArchived)
        details[autoArchiveKey] = true;
    started.details = conversation::JsonValue(std::move(details));
    conversation::setRemoteRoles(started, remoteMembersOf(team));
    return started;
}

std::vector<conversation::Role> membersOf(const TeamDefinition& team)
{
    std::vector<conversation::Role> members;
    members.reserve(team.roles.size());
    for (const RoleDefinition& role : team.roles)
        members.push_back(memberOf(team, role));
    if (!members.empty() && !takesTask(team))
        members.front().watch.insert(conversation::action::userRequirement);
    return members;
}

Result<std::optional<StartedTeam>> startedTeamOf(const conversation::SessionStarted& started)
{
    const json& details = started.details.json();
    // Whoever else writes sessions, such as an outside program, must not have this one call models.
    if (!started.source.empty() || started.kind != conversation::SessionKind::Team || !details.is_object()
        || !details.contains(teamKey))
        return std::nullopt;
    Result<TeamDefinition> team = teamFromJson(details.at(teamKey));
    if (!team)
        return tl::make_unexpected(team.error());
    const auto archived = details.find(autoArchiveKey);
    const bool isAutoArchived = archived != details.end() && archived->is_boolean() && archived->get<bool>();
    return StartedTeam{std::move(*team), textAt(details, ideaKey), {textAt(details, folderKey), isAutoArchived}};
}

ModelChoice modelFor(const TeamDefinition& team, const RoleName& role, std::string_view action)
{
    ModelChoice choice;
    if (const RoleDefinition* definition = roleNamed(team, role)) {
        complete(choice, forAction(definition->models, action));
        complete(choice, definition->model);
    }
    complete(choice, forAction(team.models, action));
    complete(choice, team.model);
    return choice;
}

const RoleDefinition* roleNamed(const TeamDefinition& team, const RoleName& name)
{
    const auto found = std::ranges::find(team.roles, name, &RoleDefinition::name);
    return found == team.roles.end() ? nullptr : &*found;
}

std::string filledIn(const TeamDefinition& team, std::string_view text)
{
    std::string filled;
    while (!text.empty()) {
        const std::size_t begin = text.find("{{");
        const std::size_t end = begin == std::string_view::npos ? begin : text.find("}}", begin);
        if (end == std::string_view::npos)
            break;
        const auto found = team.parameters.find(std::string(text.substr(begin + 2, end - begin - 2)));
        filled += text.substr(0, begin);
        filled +=
            found == team.parameters.end() ? text.substr(begin, end + 2 - begin) : std::string_view(found->second);
        text.remove_prefix(end + 2);
    }
    return filled + std::string(text);
}

} // namespace quarterdeck::team
