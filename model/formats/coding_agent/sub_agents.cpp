#include "model/formats/coding_agent/sub_agents.h"

#include "model/formats/json/json_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::formats {

using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

/// A hostile file may name any number; the rest share one name.
constexpr std::size_t mostNames = 200'000;
constexpr std::size_t mostOpenCalls = 1000;

} // namespace

std::string numberedName(const std::string& kind, int number)
{
    return number == 1 ? kind : kind + " " + std::to_string(number);
}

void SubAgents::note(const conversation::Message& message, const std::string& speaker)
{
    for (const conversation::ContentBlock& block : message.content) {
        if (const auto* call = std::get_if<ToolUseBlock>(&block)) {
            noteCall(*call, speaker);
        } else if (const auto* result = std::get_if<ToolResultBlock>(&block); result != nullptr && result->isError) {
            noteFailure(result->id);
        }
    }
}

void SubAgents::noteCall(const ToolUseBlock& call, const std::string& caller)
{
    constexpr std::array names = {"Task", "Agent", "task", "agent"}; // the last two are Qwen Code's
    if (std::ranges::find(names, call.name) == names.end() || m_called.size() >= mostOpenCalls) {
        return;
    }
    const std::string prompt = textMember(call.input.json(), "prompt");
    const std::string woken = textMember(call.input.json(), "resume");
    if (prompt.empty() || (!woken.empty() && m_names.contains(woken)) || m_answered.contains(call.id)) {
        return;
    }
    std::string kind = textMember(call.input.json(), "subagent_type");
    kind = kind.empty() ? unnamedSubAgent : kind;
    const int number = newNumber(kind);
    const auto noted = m_called.insert({prompt, {std::move(kind), caller, number, call.id}});
    if (!call.id.empty() && !m_byId.emplace(call.id, noted).second) {
        noted->second.id.clear(); // whose result it would be nobody knows
    }
}

/// Nobody hears of it, so the next one takes its number.
void SubAgents::noteFailure(const std::string& id)
{
    const auto found = m_byId.find(id);
    if (found == m_byId.end()) {
        return;
    }
    const Call& call = found->second->second;
    if (const auto numbers = m_numbers.find(call.kind); numbers != m_numbers.end()) {
        numbers->second.free.insert(call.number);
    }
    m_called.erase(found->second);
    m_byId.erase(found);
}

std::string SubAgents::nameOf(const json& record, const std::string& text)
{
    const std::string agent = textMember(record, "agentId");
    const std::string parent = agent.empty() ? textMember(record, "parentUuid") : agent;
    const auto known = m_names.find(parent);
    std::string name = !parent.empty() && known != m_names.end() ? known->second : nameFor(record, text);
    if (m_names.size() < mostNames) {
        m_names[agent.empty() ? textMember(record, "uuid") : agent] = name;
    }
    return name;
}

/// Printed records have the id of the call in place of an agent's id.
std::string SubAgents::nameFor(const json& record, const std::string& prompt)
{
    const std::string agent = textMember(record, "agentId");
    if (const auto byCall = m_byId.find(agent); !agent.empty() && byCall != m_byId.end()) {
        return taken(byCall->second);
    }
    const auto noted = m_kinds.find(agent);
    if (noted != m_kinds.end()) {
        const auto call = m_byId.find(noted->second.call);
        return call != m_byId.end() ? taken(call->second) : named(noted->second);
    }
    const auto begun = m_called.lower_bound(prompt);
    if (begun == m_called.end() || begun->first != prompt) {
        std::string kind = textMember(record, "subagent_type");
        kind = kind.empty() ? unnamedSubAgent : kind;
        const int number = newNumber(kind);
        return numberedName(kind, number);
    }
    return taken(begun);
}

std::string SubAgents::taken(Calls::iterator begun)
{
    const Call call = std::move(begun->second);
    m_byId.erase(call.id);
    m_called.erase(begun);
    std::string name = numberedName(call.kind, call.number);
    if (call.caller != m_main && m_callers.size() < mostNames) {
        m_callers[name] = call.caller;
    }
    return name;
}

std::string SubAgents::named(const Kind& kind)
{
    const int number = newNumber(kind.name);
    std::string name = numberedName(kind.name, number);
    m_answered.insert(kind.call);
    const auto parent = m_names.find(kind.parent);
    if (parent != m_names.end() && m_callers.size() < mostNames) {
        m_callers[name] = parent->second;
    }
    return name;
}

void SubAgents::noteKind(const json& noted)
{
    Kind kind{textMember(noted, "agentType"), textMember(noted, "toolUseId"), textMember(noted, "parentAgentId")};
    if (!kind.name.empty() && !kind.call.empty() && m_kinds.size() < mostNames) {
        m_kinds[textMember(noted, "agentId")] = std::move(kind);
    }
}

const std::string& SubAgents::callerOf(const std::string& name) const
{
    const auto known = m_callers.find(name);
    return known == m_callers.end() ? m_main : known->second;
}

/// The lowest free number.
int SubAgents::newNumber(const std::string& kind)
{
    if (m_numbers.size() >= mostOpenCalls && !m_numbers.contains(kind)) {
        return 1;
    }
    Numbers& numbers = m_numbers[kind];
    return numbers.free.empty() ? ++numbers.taken : numbers.free.extract(numbers.free.begin()).value();
}

} // namespace quarterdeck::formats
