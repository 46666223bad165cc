#include "coding_agent/sub_agents.h"

#include "json/json_text.h"

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

/// A hostile file may name any number; the rest share one name.
constexpr std::size_t mostNames = 200'000;
constexpr std::size_t mostOpenCalls = 1000;
const std::string unknownKind = "Sub-agent";

} // namespace

void SubAgents::noteCalls(const conversation::Message& message)
{
    for (const auto& call : conversation::blocksOf<conversation::ToolUseBlock>(message)) {
        const std::string prompt = textMember(call.input.json(), "prompt");
        if ((call.name == "Task" || call.name == "Agent") && !prompt.empty() && m_called.size() < mostOpenCalls) {
            const std::string kind = textMember(call.input.json(), "subagent_type");
            m_called.emplace(prompt, newName(kind.empty() ? unknownKind : kind));
        }
    }
}

std::string SubAgents::nameOf(const json& record, const std::string& text)
{
    const std::string agent = textMember(record, "agentId");
    const std::string parent = agent.empty() ? textMember(record, "parentUuid") : agent;
    const auto known = m_names.find(parent);
    std::string name = !parent.empty() && known != m_names.end() ? known->second : nameFor(text);
    if (m_names.size() < mostNames) {
        m_names[agent.empty() ? textMember(record, "uuid") : agent] = name;
    }
    return name;
}

std::string SubAgents::nameFor(const std::string& prompt)
{
    const auto call = m_called.lower_bound(prompt);
    if (call == m_called.end() || call->first != prompt) {
        return newName(unknownKind);
    }
    std::string name = std::move(call->second);
    m_called.erase(call);
    return name;
}

std::string SubAgents::newName(const std::string& kind)
{
    if (m_counts.size() >= mostOpenCalls) {
        return kind;
    }
    const int number = ++m_counts[kind];
    return number == 1 ? kind : kind + " " + std::to_string(number);
}

} // namespace quarterdeck::formats
