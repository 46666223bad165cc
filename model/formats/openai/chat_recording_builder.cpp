#include "model/formats/openai/chat_recording_builder.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/openai/response_items.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::JsonValue;
using conversation::Message;
using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string tools = "Tools";
const std::string assistant = "Assistant";

/// Names repeated in most messages share one string.
Address addressOf(const std::string& name)
{
    static const Address ofTools(tools);
    static const Address ofAssistant(assistant);
    return name == tools ? ofTools : name == assistant ? ofAssistant : Address(name);
}

bool isInstruction(const std::string& role) { return role == "system" || role == "developer"; }
bool isToolResult(const std::string& role) { return role == "tool" || role == "function"; }

JsonValue withFields(JsonValue metadata, json fields)
{
    if (fields.is_null()) {
        return metadata;
    }
    json all = metadata.json();
    all["fields"] = std::move(fields);
    return JsonValue(std::move(all));
}

void applyNotes(MessageNotes notes, Message& message)
{
    message.usage = std::move(notes.usage);
    setTime(message, notes.time);
    if (!notes.record.empty()) {
        json metadata = message.metadata.json();
        metadata[recordKey] = std::move(notes.record);
        message.metadata = JsonValue(std::move(metadata));
    }
    for (conversation::ContentBlock& block : message.content) {
        if (auto* result = std::get_if<conversation::ToolResultBlock>(&block)) {
            result->isError = notes.hasFailed;
        }
    }
}

JsonValue underSource(json message)
{
    json fields = json::object();
    fields["source"] = std::move(message);
    return JsonValue(std::move(fields));
}

/// What the parts have beyond what our blocks hold, by position, such as a picture's detail. Null = nothing.
json besidesParts(const json& content)
{
    json fields;
    for (std::size_t i = 0; content.is_array() && i < content.size(); ++i) {
        json part = content[i];
        const std::string type = textMember(part, "type");
        if (const auto given = part.is_object() ? part.find(type) : part.end(); !type.empty() && given != part.end()) {
            for (const char* held : {"url", "data", "format", "file_data", "filename"}) {
                if (given->is_object()) {
                    given->erase(held);
                }
            }
            if (!given->is_object() || given->empty()) {
                part.erase(given);
            }
            part.erase("type");
            if (!part.empty()) {
                fields[std::to_string(i)] = std::move(part);
            }
        }
    }
    return fields;
}

/// Whether it is an input part of the Responses API that contains its bytes.
bool isInputWithData(const json& part, const std::string& type)
{
    return (type == "input_image" && textMember(part, "image_url").starts_with("data:"))
        || (type == "input_file" && !textMember(part, "file_data").empty());
}

/// Whether our blocks hold a message's whole content, and its shape; if not, it is kept as it came, beside them.
/// Embedded data is not kept twice.
bool isWrittenAgain(const json& content)
{
    if (!content.is_array()) {
        return !python_json::hasMarks(content);
    }
    bool isSimple = !content.empty() && (content.size() != 1 || textMember(content.front(), "type") != "text");
    for (const json& part : content) {
        const std::string type = textMember(part, "type");
        const json& given = memberOf(part, type.c_str());
        const std::string url = textMember(given, "url");
        if (type == "input_audio" || type == "file" || url.starts_with("data:") || isInputWithData(part, type)) {
            return true;
        }
        const bool isKnown =
            type == "text" ? given.is_string() : given.is_object() && !url.empty() && given.size() == 1;
        isSimple = isSimple && isKnown && part.size() == 2 && !python_json::hasMarks(part);
    }
    return isSimple;
}

std::string firstText(std::vector<conversation::ContentBlock> blocks)
{
    Message message;
    message.content = std::move(blocks);
    return conversation::textOf(message);
}

} // namespace

ChatRecordingBuilder::ChatRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                                           RecordedDetails details)
    : m_source(source)
    , m_sink(sink)
    , m_limits(limits)
    , m_details(std::move(details))
    , m_session(source, sink, limits)
{ }

void ChatRecordingBuilder::add(json message, const SourceLocation& place, MessageNotes notes)
{
    if (isItemOfResponse(message)) {
        for (ItemMessage& one : messagesOfItem(std::move(message))) {
            MessageNotes told = notes;
            told.hasFailed = told.hasFailed || one.hasFailed;
            addMessage(std::move(one.message), place, std::move(told));
            notes.usage.reset(); // of the first
        }
        return;
    }
    addMessage(std::move(message), place, std::move(notes));
}

void ChatRecordingBuilder::addMessage(json message, const SourceLocation& place, MessageNotes notes)
{
    if (m_session.hasBegun()) {
        return record(std::move(message), place, std::move(notes));
    }
    constexpr std::size_t mostWaiting = 16;
    if (m_title.empty() && textMember(message, "role") == "user" && notes.from.empty()) {
        if (auto parts = readContent(message.value("content", json()), m_limits)) {
            m_title = firstText(std::move(parts->blocks));
        }
    }
    m_waiting.push_back({std::move(message), place, std::move(notes)});
    if (!m_title.empty() || m_waiting.size() >= mostWaiting) {
        begin();
    }
}

bool ChatRecordingBuilder::end()
{
    if (!m_session.hasBegun() && !m_waiting.empty()) {
        begin();
    }
    if (m_session.hasBegun()) {
        if (m_usage) {
            m_session.addUsage(std::move(*m_usage));
        }
        m_session.end();
    }
    return m_session.hasBegun();
}

void ChatRecordingBuilder::begin()
{
    for (const Waiting& waiting : m_waiting) {
        hire(speakerOf(waiting.message, waiting.notes), textMember(waiting.message, "role"));
    }
    for (const Waiting& waiting : m_waiting) {
        if (const auto time = readIsoTime(waiting.notes.time)) {
            m_session.startAt(*time); // what has no time before it takes this one
            break;
        }
    }
    const std::string& title = m_givenTitle.empty() ? m_title : m_givenTitle;
    m_session.begin(titleFrom(title, baseName(m_source.name())), m_details);
    for (Waiting& waiting : m_waiting) {
        record(std::move(waiting.message), waiting.place, std::move(waiting.notes));
    }
    m_waiting.clear();
}

void ChatRecordingBuilder::hire(const std::string& name, const std::string& chatRole)
{
    m_session.addRole(name, chatRole == "user" && m_isUserSimulated ? "Simulated user" : std::string());
}

std::string ChatRecordingBuilder::speakerOf(const json& message, const MessageNotes& notes) const
{
    if (!notes.from.empty()) {
        return notes.from;
    }
    const std::string role = textMember(message, "role");
    if (isToolResult(role)) {
        return tools;
    }
    if (std::string name = textMember(message, "name"); !name.empty()) {
        return name;
    }
    if (role == "user") {
        return m_isUserSimulated ? "User" : std::string();
    }
    if (role == "assistant") {
        return assistant;
    }
    return role == "system" ? "System" : role == "developer" ? "Developer" : role;
}

conversation::AddressSet ChatRecordingBuilder::recipientsOf(const json& message)
{
    const std::string role = textMember(message, "role");
    if (role == "assistant" && hasToolCalls(message)) {
        return {addressOf(tools)};
    }
    if (isToolResult(role)) {
        return {addressOf(m_lastCaller.empty() ? assistant : m_lastCaller)};
    }
    // Several named speakers form a conversation that all of them follow.
    if (!textMember(message, "name").empty()) {
        return {conversation::address::all};
    }
    if (role == "assistant") {
        return {m_isUserSimulated ? Address("User") : conversation::address::person};
    }
    return isInstruction(role) || role == "user" ? conversation::AddressSet{addressOf(assistant)}
                                                 : conversation::AddressSet{conversation::address::all};
}

bool ChatRecordingBuilder::isReadable(const json& message, const SourceLocation& place)
{
    if (!message.is_object()) {
        m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::NotAnObject));
        return false;
    }
    if (textMember(message, "role").empty()) {
        m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::NoRole));
        return false;
    }
    return true;
}

void ChatRecordingBuilder::hire(const conversation::AddressSet& recipients)
{
    for (const Address& recipient : recipients) {
        if (recipient != conversation::address::all && recipient != conversation::address::person) {
            hire(recipient.str(), recipient.str() == "User" ? "user" : "assistant");
        }
    }
}

void ChatRecordingBuilder::record(json source, const SourceLocation& place, MessageNotes notes)
{
    if (!isReadable(source, place)) {
        return;
    }
    Message message;
    const std::string role = textMember(source, "role");
    const std::string speaker = speakerOf(source, notes);
    message.role = isInstruction(role) ? "system" : isToolResult(role) ? "tool" : role;
    message.sentFrom = addressOf(speaker);
    if (speaker.empty()) {
        message.causeBy = conversation::action::userRequirement;
    }
    const json& given = memberOf(source, "content");
    json content = isWrittenAgain(given) ? json() : given;
    json besides = content.is_null() ? besidesParts(given) : json();
    if (!addContent(source, place, message)) {
        m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::WrongContent));
        return;
    }
    auto calls = readToolCalls(source, m_limits);
    if (!calls) {
        m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::WrongToolCalls));
        return;
    }
    std::ranges::move(calls->calls, std::back_inserter(message.content));
    message.sendTo = notes.to.empty() ? recipientsOf(source) : conversation::AddressSet{addressOf(notes.to)};
    hire(speaker, role);
    hire(message.sendTo);
    if (hasToolCalls(source)) {
        m_lastCaller = speaker;
    }
    message.metadata =
        withFields(sourceFields(std::move(source), std::move(content), calls->areOdd), std::move(besides));
    applyNotes(std::move(notes), message);
    m_session.add(std::move(message));
}

JsonValue ChatRecordingBuilder::sourceFields(json message, json content, bool areCallsKept)
{
    message.erase("content");
    if (!content.is_null()) {
        message["content"] = std::move(content);
    }
    if (!areCallsKept) {
        message.erase("tool_calls");
    }
    constexpr std::size_t mostRoles = 16;
    const bool isOnlyRole = message.size() == 1 && message.begin().key() == "role" && message.front().is_string();
    if (!isOnlyRole) {
        return underSource(std::move(message));
    }
    const std::string& role = message.front().get_ref<const std::string&>();
    if (const auto known = m_sourceOfRole.find(role); known != m_sourceOfRole.end()) {
        return known->second;
    }
    JsonValue made = underSource(message);
    if (m_sourceOfRole.size() < mostRoles) {
        m_sourceOfRole.emplace(role, made);
    }
    return made;
}

bool ChatRecordingBuilder::addContent(json& source, const SourceLocation& place, Message& message)
{
    const std::string thinking = textMember(source, "reasoning_content");
    if (const std::string text = thinking.empty() ? textMember(source, "reasoning") : thinking; !text.empty()) {
        message.content.emplace_back(conversation::ThinkingBlock{text, {}});
    }
    const auto content = source.find("content");
    json value = content == source.end() ? json() : std::move(*content);
    if (message.role == "tool") {
        std::vector<RecordedAttachment> attachments;
        auto result = readToolResult(std::move(value), m_limits, attachments);
        for (RecordedAttachment& attachment : attachments) {
            m_sink.acceptAttachment(std::move(attachment));
        }
        result.id = textMember(source, "tool_call_id");
        result.name = textMember(source, "name");
        message.content.emplace_back(std::move(result));
        return true;
    }
    auto parts = readContent(std::move(value), m_limits);
    if (!parts) {
        return false;
    }
    for (RecordedAttachment& attachment : parts->attachments) {
        m_sink.acceptAttachment(std::move(attachment));
    }
    if (parts->hasBrokenImage) {
        m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::WrongImage));
    }
    std::ranges::move(parts->blocks, std::back_inserter(message.content));
    if (const std::string refusal = textMember(source, "refusal"); !refusal.empty()) {
        message.content.emplace_back(conversation::TextBlock{refusal});
    }
    if (const auto audio = source.find("audio"); audio != source.end() && audio->is_object()) {
        auto spoken = extractAudioReply(*audio, m_limits.maxAttachmentBytes);
        if (spoken.sound) {
            m_sink.acceptAttachment(std::move(*spoken.sound));
        }
        std::ranges::move(spoken.blocks, std::back_inserter(message.content));
    }
    return true;
}

ChatFile::ChatFile(ByteSource& source, SessionSink& sink, const ReadLimits& limits, std::string format, Add add)
    : m_source(source)
    , m_sink(sink)
    , m_limits(limits)
    , m_format(std::move(format))
    , m_add(std::move(add))
{ }

Result<std::size_t> ChatFile::readMessages(Layout layout)
{
    ChatRecordingBuilder session(m_source, m_sink, m_limits, {m_format, {}, json::object()});
    RecordReader records(m_source, layout, m_limits);
    auto count = records.forEachGood(m_sink, [&](json record, SourceLocation place) {
        std::swap(place.run, place.message); // elements of the list are messages here
        m_add(session, std::move(record), place);
    });
    if (count) {
        session.end();
    }
    return count;
}

Result<std::size_t> ChatFile::readRuns(Layout layout, const std::string& list)
{
    if (layout == Layout::Document) {
        const auto isRead = readLongRun(list);
        if (!isRead || *isRead) {
            return isRead ? Result<std::size_t>(1) : tl::unexpected(isRead.error());
        }
    }
    RecordReader records(m_source, layout, m_limits);
    return records.forEachGood(
        m_sink, [&](json record, const SourceLocation& place) { readRun(std::move(record), list, place); });
}

Result<bool> ChatFile::readLongRun(const std::string& list)
{
    ListedDocument document(m_source, list, m_limits);
    auto run = document.fields(m_sink);
    if (!run) {
        return tl::unexpected(run.error());
    }
    if (!run->is_object()) {
        return false;
    }
    ChatRecordingBuilder session(m_source, m_sink, m_limits, {m_format, {}, std::move(*run)});
    const auto count = document.forEach(
        m_sink, [&](json message, const SourceLocation& place) { m_add(session, std::move(message), place); });
    if (!count) {
        return tl::unexpected(count.error());
    }
    if (!m_sink.isStopped()) {
        session.end();
    }
    return true;
}

void ChatFile::readRun(json run, const std::string& list, SourceLocation place)
{
    const bool isListed = memberOf(run, list.c_str()).is_array();
    json messages = isListed ? std::move(run[list]) : json::array();
    if (messages.empty()) {
        const RejectReason reason = !run.is_object() ? RejectReason::NotAnObject
            : isListed                               ? RejectReason::NoMessages
                                                     : RejectReason::NoMessageList;
        return m_sink.reportProblem(errors::problem(m_source.name(), place, reason));
    }
    run.erase(list);
    ChatRecordingBuilder session(m_source, m_sink, m_limits, {m_format, place, std::move(run)});
    for (json& message : messages) {
        if (m_sink.isStopped()) {
            return;
        }
        ++place.message;
        m_add(session, std::move(message), place);
    }
    session.end();
}

} // namespace quarterdeck::formats
