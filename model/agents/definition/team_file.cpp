#include "model/agents/definition/strict_object.h"
#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/environments.h"
#include "model/agents/model_agent/result_filters.h"
#include "model/agents/team_text.h"
#include "model/conversation/route.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace quarterdeck::team::words {

/// The words of a team's file, in one place for reader and writer.

inline constexpr const char* format = "quarterdeck-team";
inline constexpr const char* user = "you"; ///< whom a message is for, beside members
inline constexpr int version = 1;

template <typename Value>
using Words = std::pair<std::string_view, Value>;

inline constexpr std::array<Words<ToolPolicy>, 3> policies{
    {{"allow", ToolPolicy::Allow}, {"deny", ToolPolicy::Deny}, {"ask", ToolPolicy::Ask}}};
inline constexpr std::array<Words<Overflow>, 2> overflows{
    {{"drop", Overflow::Drop}, {"summarise", Overflow::Summarise}}};
inline constexpr std::array<Words<conversation::AddressNote>, 3> addressNotes{
    {{"mgx_text", conversation::AddressNote::MgxText},
     {"json_line", conversation::AddressNote::JsonLine},
     {"none", conversation::AddressNote::None}}};

template <typename Table>
[[nodiscard]] auto valueOf(const Table& table, std::string_view word) -> std::optional<decltype(table[0].second)>
{
    for (const auto& [known, value] : table)
        if (known == word)
            return value;
    return std::nullopt;
}
template <typename Table, typename Value>
[[nodiscard]] std::string_view wordOf(const Table& table, Value value)
{
    for (const auto& [word, known] : table)
        if (known == value)
            return word;
    return {};
}

[[nodiscard]] inline std::optional<ToolPolicy> policyOf(std::string_view word) { return valueOf(policies, word); }
[[nodiscard]] inline std::optional<Overflow> overflowOf(std::string_view word) { return valueOf(overflows, word); }
[[nodiscard]] inline std::optional<conversation::AddressNote> addressNoteOf(std::string_view word)
{
    return valueOf(addressNotes, word);
}

} // namespace quarterdeck::team::words

namespace quarterdeck::team {

namespace {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;
using conversation::RoleName;
using nlohmann::json;

constexpr std::size_t longestFile = 1 << 20;
constexpr std::size_t mostRoles = 1000;
constexpr std::size_t mostNames = 100;

ModelChoice modelIn(const json& value, const std::string& path)
{
    StrictObject object(value, path);
    ModelChoice choice{object.text("connection", longestName), object.text("model", 2 * longestName)};
    object.finish();
    return choice;
}

ModelChoice modelAt(StrictObject& object, const std::string& key)
{
    const json* found = object.find(key);
    return found == nullptr ? ModelChoice() : modelIn(*found, object.pathOf(key));
}

bool isAction(const std::string& name)
{
    if (name.starts_with(model_action::toolPrefix)) {
        const std::string tool = name.substr(std::string_view(model_action::toolPrefix).size());
        return isEnvironmentTool(tool) || isConversationTool(tool);
    }
    return name == model_action::think || name == model_action::quickThink || name == model_action::summarise;
}

ModelsByAction modelsAt(StrictObject& object, const std::string& key)
{
    ModelsByAction models;
    object.members(key, [&](const std::string& name, const json& value, const std::string& path) {
        if (!isAction(name))
            throw DefinitionProblem(path, "no action; there are think, quick_think, summarise and tool:NAME");
        models[name] = modelIn(value, path);
    });
    return models;
}

std::map<std::string, ToolPolicy> toolsAt(StrictObject& object, const std::string& key)
{
    std::map<std::string, ToolPolicy> tools;
    object.members(key, [&](const std::string& name, const json& value, const std::string& path) {
        const bool isOuter = isEnvironmentTool(name);
        if (!isOuter && !isConversationTool(name))
            throw DefinitionProblem(path, "no tool of this name");
        const auto policy = words::policyOf(StrictObject::textIn(value, path));
        if (isOuter && !policy)
            throw DefinitionProblem(path, "none of \"allow\", \"ask\", \"deny\"");
        // There is no question about what is merely said: the person sees it, and can stop the run.
        if (!isOuter && (!policy || *policy == ToolPolicy::Ask))
            throw DefinitionProblem(path, "neither \"allow\" nor \"deny\"");
        tools[name] = *policy;
    });
    return tools;
}

std::map<std::string, std::vector<std::string>> resultFiltersAt(StrictObject& object, const std::string& key)
{
    std::map<std::string, std::vector<std::string>> filters;
    object.members(key, [&](const std::string& tool, const json& value, const std::string& path) {
        if (tool != result_filter::everyTool && !isEnvironmentTool(tool) && !isConversationTool(tool))
            throw DefinitionProblem(path, "no tool of this name");
        if (!value.is_array() || value.size() > resultFilters().size())
            throw DefinitionProblem(path, "not a list of filters");
        std::vector<std::string>& names = filters[tool];
        for (std::size_t i = 0; i < value.size(); ++i) {
            const std::string place = path + "[" + std::to_string(i) + "]";
            names.push_back(StrictObject::textIn(value[i], place, longestName));
            if (!isResultFilter(names.back()))
                throw DefinitionProblem(place, "no filter of this name");
        }
    });
    return filters;
}

std::vector<std::string> namesAt(StrictObject& object, const std::string& key)
{
    std::vector<std::string> names;
    object.list(key, mostNames, [&](const json& value, const std::string& path) {
        names.push_back(StrictObject::textIn(value, path, 2 * longestName));
        if (names.back().empty())
            throw DefinitionProblem(path, "empty");
    });
    return names;
}

RoleDefinition roleIn(const json& value, const std::string& path)
{
    StrictObject object(value, path);
    RoleDefinition role;
    role.name = RoleName(object.name("name"));
    if (role.name.str().front() == '<')
        object.refuse("name", "a word of the routing, not a name");
    role.profile = object.text("profile", longestName);
    role.goal = object.text("goal");
    role.constraints = object.text("constraints");
    for (std::string& one : namesAt(object, "watch"))
        role.watch.insert(std::move(one));
    if (role.watch.contains(role.name.str()))
        object.refuse("watch", "a role cannot watch itself");
    for (std::string& one : namesAt(object, "addresses"))
        role.addresses.insert(conversation::Address(std::move(one)));
    role.model = modelAt(object, "model");
    role.models = modelsAt(object, "models");
    role.tools = toolsAt(object, "tools");
    role.isLeader = object.flag("leader", false);
    role.isRemote = object.flag("remote", false);
    // Routing recognises the leader's words by it.
    if (role.isLeader && role.profile.empty())
        role.profile = conversation::RoutingSettings().leaderProfile;
    object.finish();
    return role;
}

void readRoles(StrictObject& object, TeamDefinition& team)
{
    (void)object.need("roles");
    std::set<RoleName> names;
    bool hasLeader = false;
    object.list("roles", mostRoles, [&](const json& value, const std::string& path) {
        team.roles.push_back(roleIn(value, path));
        const RoleDefinition& role = team.roles.back();
        if (!names.insert(role.name).second)
            throw DefinitionProblem(path + ".name", "a role of this name is in the team already");
        if (role.isLeader && hasLeader)
            throw DefinitionProblem(path + ".leader", "the team has a leader already");
        hasLeader = hasLeader || role.isLeader;
    });
    if (team.roles.empty())
        object.refuse("roles", "empty");
}

void readContext(StrictObject& team, TeamDefinition& into)
{
    const json* found = team.find("context");
    if (found == nullptr)
        return;
    StrictObject object(*found, team.pathOf("context"));
    into.promptTokens = object.number("max_tokens", into.promptTokens, 1'000, 10'000'000);
    into.promptMessages = static_cast<std::int32_t>(object.number("max_messages", 0, 0, 1'000'000));
    if (const json* overflow = object.find("when_full")) {
        const auto word = words::overflowOf(StrictObject::textIn(*overflow, object.pathOf("when_full")));
        if (!word)
            object.refuse("when_full", "neither \"drop\" nor \"summarise\"");
        into.overflow = *word;
    }
    object.finish();
}

void readBudget(StrictObject& object, TeamDefinition& team)
{
    const json* found = object.find("budget");
    if (found == nullptr)
        return;
    if (found->is_null()) {
        team.budget.reset();
        return;
    }
    const double budget = found->is_number() ? found->get<double>() : -1.0;
    if (!std::isfinite(budget) || budget < 0.0)
        object.refuse("budget", "neither an amount in dollars nor null");
    team.budget = budget;
}

conversation::HoldRule holdIn(const json& value, const std::string& path, const TeamDefinition& team)
{
    StrictObject object(value, path);
    const auto memberNamesAt = [&](const char* key) {
        std::vector<std::string> names = namesAt(object, key);
        for (const std::string& name : names) {
            const bool isPerson = name == words::user && key == std::string_view("to");
            if (!isPerson && roleNamed(team, conversation::RoleName(name)) == nullptr)
                object.refuse(key, "no member called \"" + name + '"');
        }
        return names;
    };
    conversation::HoldRule rule;
    rule.name = object.text("name", longestName);
    rule.isOn = object.flag("on", true);
    for (std::string& one : memberNamesAt("from"))
        rule.from.insert(RoleName(std::move(one)));
    for (std::string& one : memberNamesAt("to"))
        rule.to.insert(one == words::user ? conversation::address::person : conversation::Address(std::move(one)));
    rule.cause = conversation::ActionName(object.text("cause", longestName));
    rule.tool = object.text("tool", longestName);
    rule.text = object.text("text");
    if (const json* pattern = object.find("pattern")) {
        if (!rule.text.empty())
            object.refuse("pattern", "not together with a text");
        rule.text = StrictObject::textIn(*pattern, object.pathOf("pattern"));
        rule.isPattern = true;
    }
    if (const auto problem = conversation::problemOf(rule))
        object.refuse("pattern", rule.isPattern ? "no regular expression" : "a hold rule that is too long");
    object.finish();
    return rule;
}

/// A rule without conditions is "hold everything".
void readHolds(StrictObject& object, TeamDefinition& team)
{
    object.list("holds", conversation::maxHoldRules, [&](const json& value, const std::string& path) {
        conversation::HoldRule rule = holdIn(value, path, team);
        const bool isEverything = conversation::hasSameConditions(rule, {});
        rule.id = isEverything ? conversation::holdsEverything
                               : conversation::HoldRuleId("team-" + std::to_string(team.holds.size() + 1));
        team.holds.push_back(std::move(rule));
    });
}

void readRouting(StrictObject& object, TeamDefinition& team)
{
    team.filters = namesAt(object, "filters");
    for (std::size_t i = 0; i < team.filters.size(); ++i)
        if (conversation::filterNamed(team.filters[i]) == nullptr)
            object.refuse("filters[" + std::to_string(i) + "]", "no filter of this name");
    if (const json* note = object.find("address_note")) {
        const auto word = words::addressNoteOf(StrictObject::textIn(*note, object.pathOf("address_note")));
        if (!word)
            object.refuse("address_note", "none of \"mgx_text\", \"json_line\", \"none\"");
        team.addressNote = *word;
    }
    team.isPublic = object.flag("public", true);
}

TeamDefinition teamIn(const json& value)
{
    StrictObject object(value, "$");
    if (object.need("format") != words::format)
        object.refuse("format", std::string("not \"") + words::format + "\"");
    (void)object.need("version");
    (void)object.number("version", words::version, words::version, words::version);
    TeamDefinition team;
    team.name = object.name("name");
    team.description = object.text("description");
    readRouting(object, team);
    object.members("parameters", [&](const std::string& name, const json& text, const std::string& path) {
        team.parameters[name] = StrictObject::textIn(text, path);
    });
    team.model = modelAt(object, "model");
    team.models = modelsAt(object, "models");
    readRoles(object, team);
    readHolds(object, team);
    readBudget(object, team);
    team.rounds = static_cast<std::int32_t>(object.number("rounds", team.rounds, 0, 1'000'000));
    readContext(object, team);
    team.maxCalls = static_cast<std::int32_t>(object.number("max_calls", team.maxCalls, 1, 10'000));
    team.retries = static_cast<std::int32_t>(object.number("retries", team.retries, 0, 10));
    team.resultFilters = resultFiltersAt(object, "result_filters");
    object.finish();
    return team;
}

/// Where it stops being JSON; `byte` counts from 1.
std::string notJson(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, byte > 0 ? std::min(byte - 1, text.size()) : 0);
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
    return texts::noJsonAt(static_cast<int>(line), static_cast<int>(before.size() - lineStart + 1));
}

Error problem(const std::string& what) { return {ErrorCode::BadInput, texts::badTeam(what), what}; }

} // namespace

Result<TeamDefinition> teamFromJson(const json& value)
{
    try {
        return teamIn(value);
    } catch (const DefinitionProblem& found) {
        return tl::make_unexpected(problem(found.what()));
    } catch (const json::exception& exception) {
        return tl::make_unexpected(
            Error{ErrorCode::BadInput, texts::badTeam(texts::notWrittenAsATeam()), exception.what()});
    }
}

Result<TeamDefinition> teamFromText(std::string_view text)
{
    if (text.size() > longestFile)
        return tl::make_unexpected(problem("$: longer than 1 MB"));
    try {
        return teamFromJson(json::parse(text));
    } catch (const json::parse_error& error) {
        return tl::make_unexpected(Error{ErrorCode::BadInput, texts::badTeam(notJson(text, error.byte)), error.what()});
    } catch (const json::exception& exception) {
        return tl::make_unexpected(
            Error{ErrorCode::BadInput, texts::badTeam(texts::notWrittenAsATeam()), exception.what()});
    }
}

namespace {

json jsonOf(const ModelChoice& choice)
{
    json written = json::object();
    if (!choice.connection.empty())
        written["connection"] = choice.connection;
    if (!choice.model.empty())
        written["model"] = choice.model;
    return written;
}

void addModels(json& object, const ModelChoice& model, const ModelsByAction& models)
{
    if (model != ModelChoice())
        object["model"] = jsonOf(model);
    for (const auto& [action, choice] : models)
        object["models"][action] = jsonOf(choice);
}

void addText(json& object, const char* key, const std::string& text)
{
    if (!text.empty())
        object[key] = text;
}

json jsonOf(const RoleDefinition& role)
{
    json written{{"name", role.name.str()}};
    addText(written, "profile", role.profile);
    addText(written, "goal", role.goal);
    addText(written, "constraints", role.constraints);
    for (const std::string& one : role.watch)
        written["watch"].push_back(one);
    for (const conversation::Address& one : role.addresses)
        written["addresses"].push_back(one.str());
    addModels(written, role.model, role.models);
    for (const auto& [tool, policy] : role.tools)
        written["tools"][tool] = words::wordOf(words::policies, policy);
    if (role.isLeader)
        written["leader"] = true;
    if (role.isRemote)
        written["remote"] = true;
    return written;
}

json jsonOf(const conversation::HoldRule& rule)
{
    json written = json::object();
    addText(written, "name", rule.name);
    if (!rule.isOn)
        written["on"] = false;
    for (const RoleName& one : rule.from)
        written["from"].push_back(one.str());
    for (const conversation::Address& one : rule.to)
        written["to"].push_back(one == conversation::address::person ? words::user : one.str());
    addText(written, "cause", rule.cause.str());
    addText(written, "tool", rule.tool);
    addText(written, rule.isPattern ? "pattern" : "text", rule.text);
    return written;
}

} // namespace

json jsonOf(const TeamDefinition& team)
{
    json written{{"format", words::format}, {"version", words::version}, {"name", team.name}};
    addText(written, "description", team.description);
    for (const std::string& filter : team.filters)
        written["filters"].push_back(filter);
    written["address_note"] = words::wordOf(words::addressNotes, team.addressNote);
    written["public"] = team.isPublic;
    for (const auto& [name, text] : team.parameters)
        written["parameters"][name] = text;
    addModels(written, team.model, team.models);
    for (const RoleDefinition& role : team.roles)
        written["roles"].push_back(jsonOf(role));
    for (const conversation::HoldRule& rule : team.holds)
        written["holds"].push_back(jsonOf(rule));
    written["budget"] = team.budget ? json(*team.budget) : json();
    written["rounds"] = team.rounds;
    written["context"] = {{"max_tokens", team.promptTokens},
                          {"when_full", words::wordOf(words::overflows, team.overflow)}};
    if (team.promptMessages > 0)
        written["context"]["max_messages"] = team.promptMessages;
    written["max_calls"] = team.maxCalls;
    written["retries"] = team.retries;
    for (const auto& [tool, names] : team.resultFilters)
        written["result_filters"][tool] = names;
    return written;
}

} // namespace quarterdeck::team
