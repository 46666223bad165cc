#include "model/agents/script/placeholders.h"
#include "model/agents/script/script_reader.h"

#include <algorithm>
#include <set>

namespace quarterdeck::team {

namespace {

using conversation::RoleKind;

[[noreturn]] void complain(const std::string& what) { throw ScriptProblem(what); }

const conversation::Role* member(const Script& script, const conversation::RoleName& name)
{
    const auto found = std::ranges::find(script.team, name, &conversation::Role::name);
    return found == script.team.end() ? nullptr : &*found;
}

bool isLeader(const Script& script, const conversation::RoleName& name)
{
    const conversation::Role* role = member(script, name);
    return role != nullptr && role->kind == RoleKind::TeamLeader;
}

/// A role wakes up by mail, so it must be told what it waits for. The leader hears everything that members say.
void checkIsTold(const Script& script, const ScriptStep& step, const std::string& id)
{
    if (id == ideaStep) {
        if (!isLeader(script, step.role))
            complain("only the leader hears the idea");
        return;
    }
    const ScriptStep& before = *script.step(id);
    if (before.role == step.role)
        return;
    const bool isNamed = std::ranges::count(before.to, step.role.as<conversation::Address>()) > 0;
    const bool isHeard = isLeader(script, step.role) && !isLeader(script, before.role);
    if (before.kind != ScriptStep::Kind::Say || (!isNamed && !isHeard))
        complain("waits for step \"" + id + "\", which nobody tells " + step.role.str());
}

void checkOrder(const Script& script, const ScriptStep& step, const std::set<std::string>& earlier)
{
    for (const std::string& id : step.after) {
        if (id != ideaStep && !earlier.contains(id))
            complain("waits for \"" + id + "\", which is no earlier step");
        checkIsTold(script, step, id);
    }
}

void checkContent(const Script& script, const ScriptStep& step)
{
    const bool speaks = step.kind == ScriptStep::Kind::Say || step.kind == ScriptStep::Kind::Reply;
    if (speaks && step.content.empty())
        complain("says nothing");
    if (step.kind == ScriptStep::Kind::Say && step.to.empty())
        complain("names nobody in \"to\"");
    if (step.kind == ScriptStep::Kind::Say && isLeader(script, step.role) && step.to.size() != 1)
        complain("the leader writes to one at a time");
    for (const conversation::ContentBlock& block : step.content) {
        const auto* image = std::get_if<conversation::MediaBlock>(&block);
        if (image != nullptr && !script.images.contains(image->source.name))
            complain("shows \"" + image->source.name + "\", which is not among the images");
    }
    if (step.kind == ScriptStep::Kind::Ask && (step.question.text.empty() || !step.otherwise.contains("answer")))
        complain("a question needs a text and \"otherwise\" with an \"answer\"");
}

void checkPlaceholders(const Script& script, const ScriptStep& step, const std::set<std::string>& earlier)
{
    const auto check = [&](const std::string& text) {
        for (const Placeholder& one : placeholdersIn(text)) {
            const ScriptStep* asked = script.step(one.step);
            if (asked == nullptr || asked->kind != ScriptStep::Kind::Ask || !earlier.contains(one.step))
                complain("quotes the answer to \"" + one.step + "\", which no earlier step asks");
            if (!asked->otherwise.contains(one.key))
                complain("quotes \"" + one.key + "\" of \"" + one.step + "\", which has no such value");
        }
    };
    check(step.question.text);
    for (const conversation::ContentBlock& block : step.content)
        if (const auto* text = std::get_if<conversation::TextBlock>(&block))
            check(text->text);
}

void checkTeam(const Script& script)
{
    std::set<conversation::RoleName> names;
    for (const conversation::Role& role : script.team)
        if (role.name.isEmpty() || !names.insert(role.name).second)
            complain("role \"" + role.name.str() + "\" has no name of its own");
    if (std::ranges::count(script.team, RoleKind::TeamLeader, &conversation::Role::kind) != 1)
        complain("a team needs exactly one leader");
}

} // namespace

void checkScript(const Script& script, std::string& where)
{
    where = "roles";
    checkTeam(script);
    std::set<std::string> earlier;
    for (const ScriptStep& step : script.steps) {
        where = "step \"" + step.id + "\"";
        if (member(script, step.role) == nullptr)
            complain("\"" + step.role.str() + "\" is not a member of the team");
        checkOrder(script, step, earlier);
        checkContent(script, step);
        checkPlaceholders(script, step, earlier);
        if (step.id.empty() || step.id == ideaStep || !earlier.insert(step.id).second)
            complain("has no id of its own");
    }
}

} // namespace quarterdeck::team
