#include "model/formats/coding_agent/coding_agent_recording_builder.h"

#include "model/formats/json/json_text.h"

#include <algorithm>

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

using conversation::Message;

CodingAgentRecordingBuilder::CodingAgentRecordingBuilder(const ByteSource& source, SessionSink& sink,
                                                         const ReadLimits& limits, std::string format)
    : m_source(source)
    , m_sink(sink)
    , m_session(source, sink, limits, {std::move(format), {}, json::object()})
{ }

void CodingAgentRecordingBuilder::setFields(const json& fields)
{
    if (m_session.hasBegun()) {
        return;
    }
    for (const auto& [key, value] : fields.items()) {
        m_session.details().fields.emplace(key, value);
    }
}

void CodingAgentRecordingBuilder::problem(const SourceLocation& place, errors::RejectReason reason)
{
    m_sink.reportProblem(errors::problem(m_source.name(), place, reason));
}

Message* CodingAgentRecordingBuilder::held(const std::string& key, const std::string& lane)
{
    const auto held = std::ranges::find_if(
        m_waiting, [&](const Waiting& one) { return one.isOpen && one.lane == lane && one.key == key; });
    return held == m_waiting.end() ? nullptr : &held->message;
}

void CodingAgentRecordingBuilder::hold(Message message, std::string key, std::string lane)
{
    put({std::move(message), std::move(lane), std::move(key), true});
}

void CodingAgentRecordingBuilder::say(Message message, std::string lane) { put({std::move(message), std::move(lane)}); }

void CodingAgentRecordingBuilder::put(Waiting next)
{
    for (Waiting& one : m_waiting) {
        one.isOpen = one.isOpen && one.lane != next.lane;
    }
    m_waiting.push_back(std::move(next));
    constexpr std::size_t most = 64; // an agent's last answer has no end
    giveOn(most);
}

void CodingAgentRecordingBuilder::note(const std::string& program, std::string text, const std::string& time,
                                       json source)
{
    Message message;
    message.role = "system";
    message.sentFrom = conversation::Address(program);
    message.sendTo = {conversation::address::none};
    message.content = conversation::textBlocks(std::move(text));
    message.metadata = conversation::JsonValue(json{{"source", std::move(source)}});
    setTime(message, time);
    say(std::move(message));
}

/// Hands on what is complete, in order; at most this many incomplete ones wait.
void CodingAgentRecordingBuilder::giveOn(std::size_t mostHeld)
{
    while (!m_waiting.empty() && (!m_waiting.front().isOpen || m_waiting.size() > mostHeld)) {
        m_session.add(std::move(m_waiting.front().message));
        m_waiting.pop_front();
    }
}

bool CodingAgentRecordingBuilder::end()
{
    giveOn(0);
    if (m_usage) {
        m_session.setUsage(std::move(*m_usage));
    }
    return m_session.end();
}

} // namespace quarterdeck::formats
