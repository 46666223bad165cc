#include "model/agents/run/held_team.h"

#include "model/agents/environment/workspace_folder.h"
#include "model/agents/run/artifacts.h"
#include "model/agents/team_text.h"

#include <algorithm>
#include <map>
#include <string>

namespace quarterdeck::team {

namespace {

/// Every model that some member could be called with.
std::vector<ModelChoice> choicesOf(const TeamDefinition& team)
{
    std::vector<ModelChoice> choices;
    const auto add = [&](const RoleDefinition& role, const std::string& action) {
        ModelChoice choice = modelFor(team, role.name, action);
        choice.model.clear(); // the connection says where it is
        if (std::ranges::find(choices, choice) == choices.end())
            choices.push_back(std::move(choice));
    };
    for (const RoleDefinition& role : team.roles) {
        if (role.isRemote)
            continue;
        for (const char* action : {model_action::think, model_action::quickThink, model_action::summarise})
            add(role, action);
        for (const auto& models : {role.models, team.models})
            for (const auto& [action, choice] : models)
                add(role, action);
    }
    return choices;
}

bool usesFiles(const TeamDefinition& team)
{
    return std::ranges::any_of(team.roles, [](const RoleDefinition& role) {
        return std::ranges::any_of(role.tools, [](const auto& tool) {
            return tool.second != ToolPolicy::Deny && (tool.first == "read_file" || tool.first == "list_files");
        });
    });
}

std::vector<std::string> sentencesAbout(const StartedTeam& started, const ModelSource& models,
                                        const EnvironmentContext& place)
{
    std::vector<std::string> told;
    for (const ModelChoice& choice : choicesOf(started.team)) {
        const auto server = models.connectionOf(choice);
        // Of the log's own, the id is the address.
        const std::string name = server && server->id != server->address ? server->name : std::string();
        std::string sentence = server
            ? texts::wouldSendTo(server->address, name, server->keySource, server->keyVariable)
            : texts::wouldUseConnection(models.resolveModel(choice).connection);
        if (std::ranges::find(told, sentence) == told.end())
            told.push_back(std::move(sentence));
    }
    if (!place.folder.empty() && changesFiles(started.team))
        told.push_back(texts::wouldWriteTo(place.folder));
    else if (!place.folder.empty() && usesFiles(started.team))
        told.push_back(texts::wouldReadIn(place.folder));
    if (!place.folder.empty() && changesFiles(started.team) && started.folder.isAutoArchived)
        told.push_back(texts::wouldCommit());
    return told;
}

} // namespace

const conversation::SessionStarted* beginningIn(const session::Result<std::vector<session::Event>>& first)
{
    return !first || first->empty() ? nullptr : std::get_if<conversation::SessionStarted>(&first->front().body);
}

bool namesTeam(const conversation::SessionStarted* started)
{
    return started != nullptr && started->kind == conversation::SessionKind::Team && started->source.empty();
}

HeldTeam heldTeam(const conversation::SessionId& session, const conversation::ConversationState& state,
                  const StartedTeam& started, const ModelSource& models, const EnvironmentContext& place)
{
    HeldTeam held;
    held.session = session;
    held.title = state.title();
    held.what = texts::teamIsHeld(held.title);
    for (const std::string& sentence : sentencesAbout(started, models, place))
        held.means += (held.means.empty() ? "" : " ") + sentence;
    return held;
}

std::vector<conversation::RoleName> rolesCutOff(const conversation::ConversationState& state,
                                                const TeamDefinition& team)
{
    std::vector<conversation::RoleName> names;
    if (state.runState() != conversation::RunState::Running)
        return names;
    for (const conversation::RoleState& role : state.roles()) {
        const bool isAtWork = role.activity == conversation::RoleActivity::Thinking
            || role.activity == conversation::RoleActivity::Acting;
        const RoleDefinition* definition = roleNamed(team, role.role.name);
        const bool isRemote = definition != nullptr && definition->isRemote;
        if (isAtWork && state.questionWaitedFor(role) == nullptr && !isRemote)
            names.push_back(role.role.name);
    }
    return names;
}

std::optional<double> costOfLastCalls(const std::vector<session::Event>& events,
                                      const std::vector<conversation::RoleName>& roles)
{
    std::map<std::string, double> last;
    for (const session::Event& event : events) {
        const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        const auto* recorded = std::get_if<conversation::UsageRecorded>(&event.body);
        if (published != nullptr && published->message.usage && published->message.usage->cost)
            last[published->message.sentFrom.str()] = *published->message.usage->cost;
        else if (recorded != nullptr && recorded->usage.cost)
            last[recorded->role.str()] = *recorded->usage.cost;
    }
    double sum = 0;
    for (const conversation::RoleName& role : roles) {
        const auto found = last.find(role.str());
        if (found == last.end())
            return std::nullopt;
        sum += found->second;
    }
    return roles.empty() ? std::nullopt : std::optional(sum);
}

std::string problemOfFolder(const std::string& path, const std::vector<std::string>& kept)
{
    const auto found = openWorkspaceFolder(path, kept);
    if (!found)
        return found.error().sentence;
    return found->path == path ? std::string() : texts::folderHasMoved(path);
}

} // namespace quarterdeck::team
