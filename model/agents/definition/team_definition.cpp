#include "model/agents/definition/team_definition.h"

#include "model/agents/team_text.h"
#include "model/conversation/outsiders.h"

#include <QFile>
#include <QUrl>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

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

namespace {

using formats::Tool;
using formats::ToolParameter;

ToolParameter text(const char* name, const char* description, bool isRequired = true)
{
    ToolParameter parameter;
    parameter.name = name;
    parameter.description = description;
    parameter.isRequired = isRequired;
    return parameter;
}

ToolParameter texts(const char* name, const char* description, bool isRequired)
{
    ToolParameter parameter = text(name, description, isRequired);
    parameter.type = "array";
    parameter.items = {ToolParameter()};
    return parameter;
}

Tool tool(const char* name, const char* description, std::vector<ToolParameter> parameters)
{
    Tool made;
    made.name = name;
    made.description = description;
    made.parameters = std::move(parameters);
    return made;
}

std::vector<Tool> leadersTools()
{
    return {
        tool(tool::publishTeamMessage,
             "Gives a member of the team a task, or tells it something. It sees nothing but what you write here and "
             "what it has heard before.",
             {text("content", "What you tell it: all that it needs for the task."),
              text("send_to", "The member's name.")}),
        tool(tool::appendTask, "Adds a task to the plan.",
             {text("task_id", "A short id that no other task has."),
              texts("dependent_task_ids", "Ids of the tasks that must be finished before.", true),
              text("instruction", "What is to be done."), text("assignee", "The member who does it.")}),
        tool(tool::resetTask, "Marks a task, and those that depend on it, as not done.", {text("task_id", "Its id.")}),
        tool(tool::replaceTask, "Replaces a task by another; those that depend on it are to be done again.",
             {text("task_id", "Its id."),
              texts("new_dependent_task_ids", "Ids of the tasks that must be finished before.", true),
              text("new_instruction", "What is to be done."), text("new_assignee", "The member who does it.")}),
        tool(tool::finishCurrentTask, "Marks the current task as done; the next one becomes current.", {}),
    };
}

std::vector<Tool> everybodysTools()
{
    return {
        tool(tool::askHuman, "Asks the person and waits for the answer. Ask only what you cannot find out or decide.",
             {text("question", "One question, whole by itself."),
              texts("options", "Answers to choose from; the person may answer otherwise.", false)}),
        tool(tool::replyToHuman, "Tells the person something.", {text("content", "What you tell.")}),
        tool(tool::end, "Ends your turn when there is nothing more for you to do now.",
             {text("summary", "What was done, in a few words.", false)}),
    };
}

} // namespace

bool isConversationTool(std::string_view name)
{
    constexpr std::array names{tool::publishTeamMessage, tool::appendTask, tool::resetTask,    tool::replaceTask,
                               tool::finishCurrentTask,  tool::askHuman,   tool::replyToHuman, tool::end};
    return std::ranges::any_of(names, [&](const char* one) { return name == one; });
}

std::vector<Tool> toolsFor(const RoleDefinition& role)
{
    std::vector<Tool> tools = role.isLeader ? leadersTools() : std::vector<Tool>();
    for (Tool& one : everybodysTools())
        tools.push_back(std::move(one));
    std::erase_if(tools, [&](const Tool& one) {
        const auto policy = role.tools.find(one.name);
        return policy != role.tools.end() && policy->second == ToolPolicy::Deny;
    });
    return tools;
}

namespace {

constexpr const char* serverKey = "server";

} // namespace

ModelConnection serverAt(const std::string& address, const std::string& keyVariable)
{
    ModelConnection server;
    server.id = address;
    server.name = QUrl(QString::fromStdString(address)).authority().toStdString();
    if (server.name.empty())
        server.name = address;
    server.address = address;
    const bool isAnthropic = address.find("anthropic") != std::string::npos;
    server.protocol = isAnthropic ? Protocol::Anthropic : Protocol::OpenAi;
    server.service = isAnthropic ? Service::Anthropic : Service::Other;
    server.keyVariable = keyVariable;
    server.keySource = keyVariable.empty() ? KeySource::None : KeySource::Environment;
    return server;
}

void recordServer(conversation::SessionStarted& started, const ModelConnection& server)
{
    json details = started.details.json();
    details[serverKey] = jsonOf(server).json();
    started.details = conversation::JsonValue(std::move(details));
}

std::optional<ModelConnection> serverOf(const conversation::SessionStarted& started)
{
    const json& details = started.details.json();
    const bool isOurs = started.source.empty() && started.kind == conversation::SessionKind::Team;
    if (!isOurs || !details.is_object() || !details.contains(serverKey))
        return std::nullopt;
    auto server = connectionOf(conversation::JsonValue(details.at(serverKey)));
    // A key from the keyring, or one that was typed, belongs to a stored connection.
    const bool isKeyApart =
        server && (server->keySource == KeySource::None || server->keySource == KeySource::Environment);
    if (!isKeyApart || problemOf(*server))
        return std::nullopt;
    return *server;
}

namespace {

using conversation::Error;
using conversation::ErrorCode;

/// A text may be given per language: {"en": …, "zh_CN": …}. The result is an ordinary team file.
json inLanguage(const json& value, const std::string& language)
{
    if (value.is_object() && value.contains("en")) {
        const auto translated = value.find(language);
        return translated == value.end() ? value.at("en") : *translated;
    }
    if (!value.is_structured())
        return value;
    json plain = value;
    for (json& one : plain)
        one = inLanguage(json(one), language);
    return plain;
}

} // namespace

const std::vector<std::string>& teamTemplateIds()
{
    static const std::vector<std::string> ids = {"software_company", "research_desk", "review_panel", "single_agent",
                                                 "board_game"};
    return ids;
}

Result<TeamDefinition> teamTemplate(std::string_view id, const std::string& language)
{
    const std::string name(id);
    if (std::ranges::find(teamTemplateIds(), name) == teamTemplateIds().end())
        return tl::make_unexpected(Error{ErrorCode::NotFound, texts::noSuchTemplate(name), name});
    QFile file(QStringLiteral(":/teams/%1.json").arg(QString::fromStdString(name)));
    if (!file.open(QIODevice::ReadOnly))
        return tl::make_unexpected(Error{ErrorCode::NotFound, texts::noSuchTemplate(name), name});
    return teamFromJson(inLanguage(json::parse(file.readAll().toStdString(), nullptr, false), language));
}

} // namespace quarterdeck::team
