#include "model/agents/definition/recorded_team.h"

#include "model/agents/definition/strict_object.h"
#include "model/agents/team_text.h"
#include "model/conversation/text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using conversation::Address;
using conversation::ConversationState;
using conversation::Result;
using conversation::Role;
using conversation::SessionStarted;
using nlohmann::json;

constexpr const char* classKey = "__module_class_name";
constexpr std::size_t mostOfAList = 100; // as the reader of teams has it
constexpr std::size_t longestAddress = 2 * longestName;
/// Of dollars, for a team whose own budget is spent.
constexpr double moreBudget = 3.0;

/// Whoever merely spoke in the history has only a name.
bool isDescribed(const Role& role)
{
    return !role.classPath.empty() || !role.addresses.empty() || !role.goal.empty() || !role.constraints.empty();
}

const json& memberAt(const json& object, const char* key)
{
    static const json nothing;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() ? *found : nothing;
}

std::string wordAt(const json& object, const char* key)
{
    const json& word = memberAt(object, key);
    return word.is_string() ? word.get<std::string>() : std::string();
}

/// What the file said besides the history: of the environment, which may be all of it.
const json& environmentIn(const SessionStarted& started)
{
    const json& fields = memberAt(started.details.json(), "fields");
    const json& env = memberAt(fields, "env");
    return env.is_object() ? env : fields;
}

/// Members by what they do: MetaGPT's messages name the action that caused them.
std::map<std::string, std::set<std::string>> makersIn(const json& environment)
{
    std::map<std::string, std::set<std::string>> makers;
    const json& roles = memberAt(environment, "roles");
    if (!roles.is_object())
        return makers;
    for (const auto& [name, role] : roles.items()) {
        const json& actions = memberAt(role, "actions");
        for (const json& action : actions.is_array() ? actions : json::array())
            if (const std::string path = wordAt(action, classKey); !path.empty())
                makers[path].insert(name);
    }
    return makers;
}

/// For a team, whose texts have their limits.
std::string cut(const std::string& text, std::size_t longest)
{
    constexpr std::size_t ellipsis = 3;
    return conversation::utf8::shortened(text, longest - ellipsis);
}

bool fits(const std::string& text) { return !text.empty() && text.size() <= longestAddress; }

RoleDefinition definitionOf(const Role& role, const std::map<std::string, std::set<std::string>>& makers)
{
    RoleDefinition definition;
    definition.name = role.name;
    definition.profile = cut(role.profile, longestName);
    definition.goal = cut(role.goal, longestText);
    definition.constraints = cut(role.constraints, longestText);
    const auto watch = [&](const std::string& one) {
        if (fits(one) && one != role.name.str() && definition.watch.size() < mostOfAList)
            definition.watch.insert(one);
    };
    for (const conversation::ActionName& cause : role.watch) {
        watch(cause.str());
        if (const auto made = makers.find(cause.str()); made != makers.end())
            std::ranges::for_each(made->second, watch);
    }
    conversation::AddressSet addresses = role.addresses;
    addresses.insert(Address(role.classPath));
    for (const Address& address : addresses)
        if (fits(address.str()) && address.str() != role.name.str() && definition.addresses.size() < mostOfAList)
            definition.addresses.insert(address);
    return definition;
}

/// What the file allowed in all; more, if that is spent.
double budgetOf(const SessionStarted& started, const ConversationState& recording)
{
    const json& investment = memberAt(memberAt(started.details.json(), "fields"), "investment");
    const double allowed = investment.is_number() ? investment.get<double>() : 0.0;
    return std::isfinite(allowed) && allowed > recording.totalCost() ? allowed : recording.totalCost() + moreBudget;
}

} // namespace

bool containsTeam(const ConversationState& recording)
{
    return std::ranges::any_of(recording.roles(),
                               [](const conversation::RoleState& one) { return isDescribed(one.role); });
}

Result<TeamDefinition> recordedTeamOf(const SessionStarted& started, const ConversationState& recording)
{
    if (!containsTeam(recording))
        return tl::make_unexpected(
            conversation::Error{conversation::ErrorCode::NotAllowed, texts::recordingHasNoTeam(recording.title()), {}});
    const json& environment = environmentIn(started);
    const auto makers = makersIn(environment);
    TeamDefinition team;
    team.name = cut(recording.title().empty() ? "MetaGPT" : recording.title(), longestName);
    team.description = cut(wordAt(environment, "desc"), longestText);
    team.budget = budgetOf(started, recording);
    team.isPublic = memberAt(environment, "is_public_chat") != json(false);
    for (const conversation::RoleState& one : recording.roles()) {
        if (!isDescribed(one.role))
            continue;
        team.roles.push_back(definitionOf(one.role, makers));
        team.roles.back().isLeader = one.role.name == recording.routing().leader;
    }
    return teamFromJson(jsonOf(team)); // whoever made the file may have written anything
}

std::vector<conversation::RoleName> directChatsOf(const SessionStarted& started, const TeamDefinition& team)
{
    std::vector<conversation::RoleName> chats;
    const json& names = memberAt(environmentIn(started), "direct_chat_roles");
    for (const RoleDefinition& role : team.roles)
        if (names.is_array() && std::ranges::find(names, json(role.name.str())) != names.end())
            chats.push_back(role.name);
    return chats;
}

SessionStarted continuationOf(const SessionStarted& started, const ConversationState& recording,
                              const conversation::SessionId& id, const TeamDefinition& team, const std::string& title,
                              const ChosenFolder& folder)
{
    SessionStarted session = sessionOf(team, title, {}, folder);
    json details = session.details.json();
    const json& recorded = started.details.json();
    details["continues"] = {{"session", id.str()}, {"source", started.source}};
    for (const char* key : {"format", "left_out"})
        if (const json& value = memberAt(recorded, key); !value.is_null())
            details[key] = value;
    if (json fields = memberAt(recorded, "fields"); fields.is_object()) {
        json& environment = memberAt(fields, "env").is_object() ? fields["env"] : fields;
        if (!memberAt(environment, "roles").is_object())
            environment["roles"] = json::object();
        for (const conversation::RoleState& one : recording.roles())
            if (!one.role.classPath.empty())
                environment["roles"][one.role.name.str()][classKey] = one.role.classPath;
        details["fields"] = std::move(fields);
    }
    session.details = conversation::JsonValue(std::move(details));
    return session;
}

} // namespace quarterdeck::team
