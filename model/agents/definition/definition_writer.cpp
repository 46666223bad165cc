#include "model/agents/definition/team_definition.h"
#include "model/agents/definition/team_file_keywords.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using nlohmann::json;

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
