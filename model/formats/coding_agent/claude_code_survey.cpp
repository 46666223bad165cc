#include "model/formats/coding_agent/claude_code_survey.h"

#include "model/formats/coding_agent/claude_code_words.h"
#include "model/formats/json/json_text.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace quarterdeck::formats::claude_code {

using nlohmann::json;

namespace {

/// More than any conversation has; of a longer one, everything comes in.
constexpr std::size_t mostNodes = 4'000'000;

std::size_t hashOf(const std::string& text) { return std::hash<std::string>()(text); }

/// The prompts of the calls in an answer that start sub-agents.
std::vector<std::size_t> promptsIn(const json& content)
{
    std::vector<std::size_t> prompts;
    for (const json& block : content.is_array() ? content : json::array()) {
        const std::string name = textMember(block, "type") == "tool_use" ? textMember(block, "name") : std::string();
        if (name == "Agent" || name == "Task") {
            prompts.push_back(hashOf(textMember(memberOf(block, "input"), "prompt")));
        }
    }
    return prompts;
}

const json& contentOf(const json& record) { return memberOf(memberOf(record, "message"), "content"); }

} // namespace

void Survey::noteTitle(const std::string& type, const json& record)
{
    const std::string session = textMember(record, "sessionId");
    if (std::string title = textMember(record, "customTitle"); type == "custom-title") {
        m_given[session] = std::move(title); // an empty one takes it back
    } else if (std::string suggested = textMember(record, "aiTitle"); type == "ai-title" && !suggested.empty()) {
        m_suggested[session] = std::move(suggested);
    }
}

Survey::Kind Survey::kindOf(const json& record)
{
    const std::string type = textMember(record, "type");
    if (type == "assistant") {
        return Kind::Answer;
    }
    if (type != "user") {
        return Kind::Other;
    }
    if (hasResult(contentOf(record))) {
        return Kind::Result;
    }
    return isTyped(record) ? Kind::Prompt : Kind::Other;
}

void Survey::note(const json& record, std::int64_t line)
{
    const std::string type = textMember(record, "type");
    const std::string uuid = textMember(record, "uuid");
    noteTitle(type, record);
    if (uuid.empty() || m_byUuid.contains(uuid) || m_nodes.size() >= mostNodes) {
        return;
    }
    if (isTrue(record, "isSidechain")) {
        return noteAgent(record, uuid);
    }
    Node node;
    node.uuid = uuid;
    node.parent = textMember(record, "parentUuid");
    node.isLogical = node.parent.empty();
    node.parent = node.isLogical ? textMember(record, "logicalParentUuid") : node.parent;
    node.kind = kindOf(record);
    node.answer = node.kind == Kind::Answer ? textMember(memberOf(record, "message"), "id") : std::string();
    node.line = line;
    if (node.kind != Kind::Other) {
        m_sessions.insert(textMember(record, "sessionId"));
    }
    Asked asked{m_nodes.size(), promptsIn(contentOf(record)), textMember(memberOf(record, "toolUseResult"), "agentId")};
    if (!asked.prompts.empty() || !asked.answeredBy.empty()) {
        m_asked.push_back(std::move(asked));
    }
    m_byUuid.emplace(uuid, m_nodes.size());
    m_nodes.push_back(std::move(node));
}

void Survey::noteAgent(const json& record, const std::string& uuid)
{
    std::string agent = textMember(record, "agentId");
    if (agent.empty()) {
        const auto parent = m_agentOf.find(textMember(record, "parentUuid"));
        agent = parent == m_agentOf.end() ? uuid : parent->second;
        if (!m_agentOf.emplace(uuid, agent).second) {
            return;
        }
    }
    const auto [found, isNew] = m_agents.try_emplace(agent);
    Agent& known = found->second;
    known.records.push_back(uuid);
    if (isNew) {
        known.prompt = hashOf(textOfContent(contentOf(record)));
    }
    for (const std::size_t prompt : promptsIn(contentOf(record))) {
        known.called.push_back(prompt);
    }
    if (std::string heard = textMember(memberOf(record, "toolUseResult"), "agentId"); !heard.empty()) {
        known.heard.insert(std::move(heard));
    }
}

void Survey::link()
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const auto above = m_byUuid.find(m_nodes[i].parent);
        // What a record goes on from was written before it: so there are no circles.
        if (above != m_byUuid.end() && above->second < i) {
            m_nodes[i].above = above->second;
            m_nodes[above->second].below.push_back(i);
        }
    }
}

void Survey::finish()
{
    link();
    // Each tree goes on where its last message is.
    for (std::size_t i = m_nodes.size(); i-- > 0;) {
        const bool isMessage = m_nodes[i].kind != Kind::Other;
        if (isMessage && !m_nodes[i].isOnPath && !m_nodes[i].isTakenBack) {
            follow(i);
        }
    }
    std::unordered_set<std::string> answers;
    for (const Node& node : m_nodes) {
        if (node.isTakenBack && node.kind != Kind::Other) {
            m_firstLine = m_firstLine == 0 ? node.line : m_firstLine;
            m_messages += node.answer.empty() || answers.insert(node.answer).second ? 1 : 0;
        }
    }
    if (m_messages > 0) {
        takeBackAgents();
    }
}

/// Goes from the last message back to the first, and leaves the branches that the person left. They begin with a
/// prompt, where another prompt goes on: results of calls side by side fork, too.
void Survey::follow(std::size_t last)
{
    Kind next = Kind::Other; // of the first message below
    std::size_t node = last;
    while (node != nowhere && !m_nodes[node].isOnPath) {
        m_nodes[node].isOnPath = true;
        next = m_nodes[node].kind == Kind::Other ? next : m_nodes[node].kind;
        const std::size_t above = m_nodes[node].above;
        if (above != nowhere && !m_nodes[above].isOnPath && next == Kind::Prompt && !m_nodes[node].isLogical) {
            leaveOthers(above, node);
        }
        node = above;
    }
}

void Survey::leaveOthers(std::size_t fork, std::size_t taken)
{
    for (const std::size_t other : m_nodes[fork].below) {
        if (other >= taken || m_nodes[other].isOnPath || m_nodes[other].isTakenBack) {
            continue;
        }
        const std::vector<std::size_t> left = allBelow(other);
        if (std::ranges::any_of(left, [&](std::size_t one) { return m_nodes[one].kind == Kind::Prompt; })) {
            std::ranges::for_each(left, [&](std::size_t one) { m_nodes[one].isTakenBack = true; });
        }
    }
}

std::vector<std::size_t> Survey::allBelow(std::size_t node) const
{
    std::vector<std::size_t> all = {node};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::vector<std::size_t>& below = m_nodes[all[i]].below;
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

/// Those that worked for what was taken back, and those that worked for them.
void Survey::takeBackAgents()
{
    std::unordered_set<std::size_t> left;
    std::unordered_set<std::size_t> kept;
    std::vector<std::string> next;
    for (const Asked& asked : m_asked) {
        const bool isLeft = m_nodes[asked.node].isTakenBack;
        (isLeft ? left : kept).insert(asked.prompts.begin(), asked.prompts.end());
        if (isLeft && !asked.answeredBy.empty()) {
            next.push_back(asked.answeredBy);
        }
    }
    const auto addCalled = [&](const auto& prompts) {
        for (const auto& [id, agent] : m_agents) {
            if (prompts.contains(agent.prompt) && !kept.contains(agent.prompt)) {
                next.push_back(id);
            }
        }
    };
    addCalled(left);
    constexpr int deepest = 8; // each level looks through all of them
    for (int level = 0; level < deepest && !next.empty(); ++level) {
        std::unordered_set<std::size_t> called;
        for (const std::string& id : std::exchange(next, {})) {
            const auto agent = m_agents.find(id);
            if (agent != m_agents.end() && m_agentsTakenBack.insert(id).second) {
                called.insert(agent->second.called.begin(), agent->second.called.end());
                next.insert(next.end(), agent->second.heard.begin(), agent->second.heard.end());
            }
        }
        addCalled(called);
        std::erase_if(next, [&](const std::string& id) { return m_agentsTakenBack.contains(id); });
    }
}

bool Survey::isTakenBack(const json& record) const
{
    if (m_messages == 0) {
        return false;
    }
    if (isTrue(record, "isSidechain")) {
        const std::string id = textMember(record, "agentId");
        const auto agent = m_agentOf.find(textMember(record, "uuid"));
        return m_agentsTakenBack.contains(id.empty() && agent != m_agentOf.end() ? agent->second : id);
    }
    const auto node = m_byUuid.find(textMember(record, "uuid"));
    return node != m_byUuid.end() && m_nodes[node->second].isTakenBack;
}

std::vector<std::string> Survey::recordsTakenBack() const
{
    std::vector<std::string> records;
    for (const Node& node : m_nodes) {
        if (node.isTakenBack) {
            records.push_back(node.uuid);
        }
    }
    for (const std::string& id : m_agentsTakenBack) {
        const std::vector<std::string>& of = m_agents.at(id).records;
        records.insert(records.end(), of.begin(), of.end());
    }
    return records;
}

std::string Survey::title() const
{
    for (const auto* titles : {&m_given, &m_suggested}) {
        for (const auto& [session, title] : *titles) {
            if (!title.empty() && (session.empty() || m_sessions.contains(session))) {
                return title;
            }
        }
    }
    return {};
}

} // namespace quarterdeck::formats::claude_code
