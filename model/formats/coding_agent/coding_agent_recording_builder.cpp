#include "model/formats/coding_agent/coding_agent_recording_builder.h"

#include <algorithm>

namespace quarterdeck::formats {

using conversation::Message;
using nlohmann::json;

namespace {

void count(std::optional<conversation::Usage>& sum, const Message& message)
{
    if (message.usage) {
        sum = sumOf(sum, *message.usage);
    }
}

} // namespace

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

void CodingAgentRecordingBuilder::problem(const SourceLocation& place, errors::RejectReason reason,
                                          const std::string& detail)
{
    m_sink.reportProblem(errors::problem(m_source.name(), place, reason, detail));
}

void CodingAgentRecordingBuilder::noteTakenBack(const SourceLocation& place, std::int64_t messages)
{
    m_takenBack += messages;
    m_lastTakenBack = place;
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
                                       json source, std::string lane, const std::string& record)
{
    Message message;
    message.role = "system";
    message.sentFrom = conversation::Address(program);
    message.sendTo = {conversation::address::none};
    message.content = conversation::textBlocks(std::move(text));
    json metadata = {{"source", std::move(source)}};
    if (!record.empty()) {
        metadata[recordKey] = record;
    }
    message.metadata = conversation::JsonValue(std::move(metadata));
    setTime(message, time);
    say(std::move(message), std::move(lane));
}

/// Hands on what is complete, in order; at most this many incomplete ones wait.
void CodingAgentRecordingBuilder::giveOn(std::size_t mostHeld)
{
    while (!m_waiting.empty() && (!m_waiting.front().isOpen || m_waiting.size() > mostHeld)) {
        count(m_usageGivenOn, m_waiting.front().message);
        m_session.add(std::move(m_waiting.front().message));
        m_waiting.pop_front();
    }
}

conversation::Usage CodingAgentRecordingBuilder::usageOfMessages() const
{
    std::optional<conversation::Usage> usage = m_usageGivenOn;
    for (const Waiting& one : m_waiting) {
        count(usage, one.message);
    }
    return usage.value_or(conversation::Usage());
}

bool CodingAgentRecordingBuilder::end()
{
    if (m_takenBack > 0) {
        problem(m_lastTakenBack, errors::RejectReason::TakenBack, std::to_string(m_takenBack));
    }
    giveOn(0);
    if (m_usage) {
        m_session.setUsage(std::move(*m_usage));
    }
    return m_session.end();
}

} // namespace quarterdeck::formats
