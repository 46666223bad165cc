#include "model/agents/run/artifacts.h"

#include "model/agents/environment/workspace.h"
#include "model/agents/model_agent/memory.h"
#include "model/agents/step_note.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using conversation::Message;
using nlohmann::json;

constexpr const char* noFile = "none"; // the stamp of what is not there

/// The file after the change; without a path if the change is not about a file.
Artifact decidedBy(const conversation::Event& event, const Message& message, const json& token)
{
    Artifact file;
    if (!token.is_object())
        return file;
    file.path = textAt(token, "path");
    file.author = message.sentFrom.as<conversation::RoleName>();
    file.sha256 = textAt(token, "after");
    file.isNew = textAt(token, "before") == noFile;
    const auto bytes = token.find("bytes");
    file.bytes = bytes != token.end() && bytes->is_number_integer() ? bytes->get<std::int64_t>() : -1;
    file.seq = event.seq;
    file.message = message.id;
    return file;
}

bool changesFiles(const std::string& tool)
{
    const std::vector<EnvironmentTool> calls = Workspace::calls();
    return std::ranges::any_of(calls,
                               [&](const EnvironmentTool& call) { return call.isWriting && call.tool.name == tool; });
}

} // namespace

void ArtifactLog::add(const conversation::Event& event)
{
    m_upTo = event.seq;
    const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
    if (published == nullptr)
        return;
    if (!manifestIn(published->message).isNull())
        m_manifest = event.seq;
    else if (published->message.causeBy == conversation::action::step)
        addStep(event, published->message);
}

void ArtifactLog::addStep(const conversation::Event& event, const Message& message)
{
    const json* note = stepNote(message);
    if (note == nullptr)
        return;
    const std::string kind = textAt(*note, "step");
    if (kind == step::change && note->contains("token")) {
        Artifact file = decidedBy(event, message, (*note)["token"]);
        if (!file.path.empty())
            m_decided[{textAt(*note, "of"), textAt(*note, "call")}] = std::move(file);
    }
    if (kind != step::result)
        return;
    for (const conversation::ContentBlock& block : message.content) {
        const auto* result = std::get_if<conversation::ToolResultBlock>(&block);
        const auto decided = result == nullptr ? m_decided.end() : m_decided.find({textAt(*note, "of"), result->id});
        if (decided == m_decided.end()) {
            m_isLacking = m_isLacking
                || (m_begin.value > 0 && result != nullptr && !result->isError && changesFiles(result->name));
            continue;
        }
        if (!result->isError)
            m_changes.push_back({std::move(decided->second), event.seq});
        m_decided.erase(decided);
    }
}

std::vector<Artifact> ArtifactLog::filesAt(conversation::EventSeq moment) const
{
    std::vector<Artifact> files;
    std::map<std::string_view, std::size_t> places;
    for (const Change& change : m_changes) {
        if (change.doneAt > moment)
            break;
        const auto [place, isFirst] = places.try_emplace(change.after.path, files.size());
        if (isFirst) {
            files.push_back(change.after);
            continue;
        }
        Artifact& known = files[place->second];
        const bool isNew = known.isNew;
        known = change.after;
        known.isNew = isNew;
    }
    return files;
}

bool changesFiles(const TeamDefinition& team)
{
    const std::vector<EnvironmentTool> calls = Workspace::calls();
    return std::ranges::any_of(calls, [&](const EnvironmentTool& call) {
        return call.isWriting && std::ranges::any_of(team.roles, [&](const RoleDefinition& role) {
                   const auto policy = role.tools.find(call.tool.name);
                   return policy != role.tools.end() && policy->second != ToolPolicy::Deny;
               });
    });
}

conversation::JsonValue manifestIn(const Message& message)
{
    if (message.causeBy != manifest::action || message.sentFrom.str() != manifest::writer)
        return {};
    const json* note = stepNote(message);
    if (note == nullptr || !note->contains("manifest") || !(*note)["manifest"].is_object())
        return {};
    return conversation::JsonValue((*note)["manifest"]);
}

} // namespace quarterdeck::team
