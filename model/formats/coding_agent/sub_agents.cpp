#include "model/formats/coding_agent/sub_agents.h"

#include "model/formats/json/json_text.h"

namespace quarterdeck::formats {

using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

/// A hostile file may name any number; the rest share one name.
constexpr std::size_t mostNames = 200'000;
constexpr std::size_t mostOpenCalls = 1000;
const std::string unknownKind = "Sub-agent";

std::string numbered(const std::string& kind, int number)
{
    return number == 1 ? kind : kind + " " + std::to_string(number);
}

} // namespace

void SubAgents::note(const conversation::Message& message)
{
    for (const conversation::ContentBlock& block : message.content) {
        if (const auto* call = std::get_if<ToolUseBlock>(&block)) {
            noteCall(*call);
        } else if (const auto* result = std::get_if<ToolResultBlock>(&block); result != nullptr && result->isError) {
            noteFailure(result->id);
        }
    }
}

void SubAgents::noteCall(const ToolUseBlock& call)
{
    if ((call.name != "Task" && call.name != "Agent") || m_called.size() >= mostOpenCalls) {
        return;
    }
    const std::string prompt = textMember(call.input.json(), "prompt");
    const std::string woken = textMember(call.input.json(), "resume");
    if (prompt.empty() || (!woken.empty() && m_names.contains(woken))) {
        return;
    }
    std::string kind = textMember(call.input.json(), "subagent_type");
    kind = kind.empty() ? unknownKind : kind;
    const int number = newNumber(kind);
    const auto noted = m_called.insert({prompt, {std::move(kind), number, call.id}});
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
    std::string name = !parent.empty() && known != m_names.end() ? known->second : nameFor(agent, text);
    if (m_names.size() < mostNames) {
        m_names[agent.empty() ? textMember(record, "uuid") : agent] = name;
    }
    return name;
}

/// Printed records have the id of the call in place of an agent's id.
std::string SubAgents::nameFor(const std::string& agent, const std::string& prompt)
{
    if (const auto byCall = m_byId.find(agent); !agent.empty() && byCall != m_byId.end()) {
        return taken(byCall->second);
    }
    const auto begun = m_called.lower_bound(prompt);
    if (begun == m_called.end() || begun->first != prompt) {
        return numbered(unknownKind, newNumber(unknownKind));
    }
    return taken(begun);
}

std::string SubAgents::taken(Calls::iterator begun)
{
    const Call call = std::move(begun->second);
    m_byId.erase(call.id);
    m_called.erase(begun);
    return numbered(call.kind, call.number);
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
