#include "model/formats/agentscope/agent_scope_recording_builder.h"

#include "model/formats/export/calls_and_results.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace quarterdeck::formats {

using conversation::JsonValue;
using conversation::Message;
using nlohmann::json;

namespace {

BytesOf bytesOf(const std::vector<RecordedAttachment>& attachments)
{
    return [&attachments](const conversation::AttachmentHash& hash) -> std::optional<std::string> {
        const auto found = std::ranges::find(attachments, hash, &RecordedAttachment::hash);
        return found == attachments.end() ? std::nullopt : std::optional(found->bytes);
    };
}

/// Whether writing the message that was read reproduces its content.
bool isWrittenAgain(const json& msg, const agentscope::ParsedMsg& read)
{
    agentscope::WriteOptions options;
    options.bytesOf = bytesOf(read.attachments);
    return agentscope::toDict(read.message, options)["content"] == memberOf(msg, "content");
}

/// The content as it came if it has a form of its own (blocks of 2.x, unknown members), except for bytes, which are
/// attachments and not kept twice. Null if those could not be put back.
json storedContent(const json& msg, const agentscope::ParsedMsg& read, const ReadLimits& limits)
{
    json content = memberOf(msg, "content");
    if (read.attachments.empty() || !content.is_array()) {
        return nullptr;
    }
    std::vector<RecordedAttachment> stored; // the message names them, too
    for (json& block : content) {
        storeMedia(block, limits, stored);
        if (block.is_object() && block.contains("output")) {
            storeMedia(block["output"], limits, stored);
        }
    }
    return withBytes(content, bytesOf(read.attachments)) == memberOf(msg, "content") ? content : json();
}

bool hasTime(const Message& message) { return message.timestamp.msSinceEpoch != 0; }

/// When the first block began, if it says so.
std::optional<Timestamp> beginningOf(const json& content)
{
    return content.is_array() && !content.empty() ? agentscope::timestampOf(textMember(content.front(), "created_at"))
                                                  : std::nullopt;
}

/// Whose word a block of an assistant's message is: its own, that of a tool, or a hint that AgentScope put there.
enum class Speaker { Agent, Tool, Program };

Speaker speakerOf(const json& block)
{
    const std::string type = textMember(block, "type");
    return type == "tool_result" ? Speaker::Tool : type == "hint" ? Speaker::Program : Speaker::Agent;
}

bool isOfAgent(const json& block) { return speakerOf(block) == Speaker::Agent; }

} // namespace

AgentScopeRecordingBuilder::AgentScopeRecordingBuilder(const ByteSource& source, SessionSink& sink,
                                                       const ReadLimits& limits, RecordedDetails details)
    : m_source(source)
    , m_sink(sink)
    , m_limits(limits)
    , m_details(std::move(details))
    , m_session(source, sink, limits)
{ }

/// The parts of a turn that is one message: what was said and called, what the tools answered, and so on. A single part
/// for every other message.
std::vector<AgentScopeRecordingBuilder::Part> AgentScopeRecordingBuilder::partsOf(const json& msg)
{
    const json& content = memberOf(msg, "content");
    const bool isTurn = textMember(msg, "role") == "assistant" && content.is_array()
        && !std::ranges::all_of(content, isOfAgent) && std::ranges::any_of(content, [&](const json& block) {
                            return speakerOf(block) != speakerOf(content.front());
                        });
    if (!isTurn) {
        return {{msg, nullptr}};
    }
    json frame = msg;
    frame["content"] = json::array();
    std::vector<Part> parts;
    for (const json& block : content) {
        const Speaker speaker = speakerOf(block);
        if (parts.empty() || speaker != speakerOf(parts.back().msg["content"].back())) {
            const std::size_t number = parts.size() + 1;
            Part part{frame, {{"of", memberOf(msg, "id")}, {"number", number}, {"name", memberOf(msg, "name")}}};
            if (number > 1) {
                if (part.msg.contains("usage")) { // of the whole turn, and counted once
                    part.mark["usage"] = part.msg["usage"];
                    part.msg.erase("usage");
                }
                const std::string id = textMember(msg, "id");
                part.msg["id"] = id.empty() ? id : id + "." + std::to_string(number);
            }
            if (speaker != Speaker::Agent) {
                part.msg["name"] = part.msg["role"] = "system"; // as AgentScope 1.x has them
            }
            parts.push_back(std::move(part));
        }
        parts.back().msg["content"].push_back(block);
    }
    return parts;
}

namespace {

json savedMetadata(json fields, const json& marks, const json& part, json stored)
{
    if (marks.is_array() && !marks.empty()) {
        fields["marks"] = marks;
    }
    json metadata{{"source", std::move(fields)}};
    if (!part.is_null()) {
        metadata["part"] = part;
    }
    if (!stored.is_null()) {
        metadata["stored"] = std::move(stored);
    }
    return metadata;
}

} // namespace

void AgentScopeRecordingBuilder::add(const json& msg, const json& marks, const SourceLocation& place)
{
    for (const Part& part : partsOf(msg)) {
        addOne(part, marks, place);
    }
}

bool AgentScopeRecordingBuilder::isRepeated(const json& msg, Message& message)
{
    if (message.id.isEmpty()) {
        return false;
    }
    const std::size_t said = std::hash<std::string>()(textOfJson(memberOf(msg, "content")));
    const auto [known, isNew] = m_ids.try_emplace(message.id.str(), said);
    if (!isNew && known->second != said) {
        message.id = {};
    }
    return !isNew && known->second == said;
}

void AgentScopeRecordingBuilder::addOne(const Part& part, const json& marks, const SourceLocation& place)
{
    const json& msg = part.msg;
    agentscope::ReadOptions options;
    options.limits = m_limits;
    auto read = agentscope::readMsg(msg, options);
    if (!read) {
        m_sink.reportProblem(
            errors::problem(m_source.name(), place, errors::RejectReason::NotAMsg, read.error().detail));
        return;
    }
    Message message = std::move(read->message);
    if (const auto begun = beginningOf(part.mark.is_null() ? json() : memberOf(msg, "content"))) {
        message.timestamp = std::max(message.timestamp, *begun); // of a turn, only the beginning is told
    }
    if (isRepeated(msg, message)) {
        return; // another agent remembers it too
    }
    const bool isHeld = isWrittenAgain(msg, *read);
    json stored = isHeld ? json() : storedContent(msg, *read, m_limits);
    json fields = msg;
    if (isHeld || !stored.is_null()) {
        fields.erase("content"); // what the message or its other fields hold
    }
    message.metadata = JsonValue(savedMetadata(std::move(fields), marks, part.mark, std::move(stored)));
    if (message.role == "user") {
        message.sentFrom = {};
        message.causeBy = conversation::action::userRequirement;
    } else if (conversation::hasBlock<conversation::ToolResultBlock>(message)) {
        message.role = "tool";
    }
    for (RecordedAttachment& attachment : read->attachments) {
        m_sink.acceptAttachment(std::move(attachment));
    }
    push(std::move(message));
}

void AgentScopeRecordingBuilder::addSummary(const std::string& agent, const std::string& text)
{
    Message message;
    message.role = "system";
    message.sentFrom = conversation::Address(agent);
    message.sendTo = {conversation::address::none};
    message.content = conversation::textBlocks(text);
    message.metadata = JsonValue(json{{"source", {{"_compressed_summary", true}}}});
    push(std::move(message));
}

void AgentScopeRecordingBuilder::begin()
{
    const auto dated = std::ranges::find_if(m_waiting, &hasTime);
    if (dated != m_waiting.end()) {
        m_session.startAt(dated->timestamp); // what has no time before it takes this one
    }
    const auto asked = std::ranges::find(m_waiting, "user", &Message::role);
    const std::string text = asked == m_waiting.end() ? std::string() : conversation::textOf(*asked);
    m_session.begin(titleFrom(text, baseName(m_source.name())), m_details);
    for (Message& message : std::exchange(m_waiting, {})) {
        pass(std::move(message));
    }
}

void AgentScopeRecordingBuilder::pass(Message message)
{
    if (!message.sentFrom.isEmpty()) {
        m_session.addRole(message.sentFrom.str());
    }
    m_session.add(std::move(message));
}

void AgentScopeRecordingBuilder::push(Message message)
{
    if (m_session.hasBegun()) {
        return pass(std::move(message));
    }
    constexpr std::size_t mostWaiting = 256;
    const bool isDated = hasTime(message);
    m_waiting.push_back(std::move(message));
    if (isDated || m_waiting.size() >= mostWaiting) {
        begin();
    }
}

bool AgentScopeRecordingBuilder::end()
{
    if (!m_session.hasBegun() && !m_waiting.empty()) {
        begin();
    }
    if (m_session.hasBegun()) {
        m_session.end();
    }
    return m_session.hasBegun();
}

} // namespace quarterdeck::formats
