#include "model/formats/anthropic/anthropic_recording_builder.h"

#include "model/formats/export/result_media.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"

namespace quarterdeck::formats::anthropic {

using conversation::Address;
using conversation::JsonValue;
using conversation::Message;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using errors::RejectReason;
using nlohmann::json;

namespace {

const Address toolsName("Tools");

bool isResult(const ParsedBlock& read) { return std::holds_alternative<ToolResultBlock>(read.block); }

void setPeople(Message& message, const std::string& role, const Address& assistant)
{
    message.role = role;
    if (conversation::hasBlock<ToolResultBlock>(message)) {
        message.role = "tool";
        message.sentFrom = toolsName;
        message.sendTo = {assistant};
    } else if (role == "assistant") {
        message.sentFrom = assistant;
        message.sendTo = {conversation::hasBlock<ToolUseBlock>(message) ? toolsName : conversation::address::person};
    } else if (role == "user") {
        message.causeBy = conversation::action::userRequirement;
        message.sendTo = {assistant};
    } else {
        message.sentFrom = Address(role == "system" ? "System" : role);
        message.sendTo = {assistant};
    }
}

json metadataOf(const json& source, std::size_t part, const std::vector<ParsedBlock>& blocks)
{
    json metadata{{"source", source}};
    metadata["source"].erase("content");
    if (memberOf(source, "content").is_string()) {
        metadata["plain"] = true; // no list of blocks
    }
    if (part > 0) {
        metadata["part"] = part;
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (!blocks[i].fields.is_null()) {
            metadata["fields"][std::to_string(i)] = blocks[i].fields;
        }
    }
    return metadata;
}

} // namespace

std::optional<SplitMessage> splitMessage(const json& source, const std::string& assistant, ContentReader& reader)
{
    const auto content = source.find("content");
    auto read = reader.read(content == source.end() ? json() : *content);
    if (!read) {
        return std::nullopt;
    }
    SplitMessage split{{}, std::move(read->attachments), read->hasBrokenImage};
    auto next = read->blocks.begin();
    do {
        const auto end = std::find_if(next, read->blocks.end(),
                                      [&](const ParsedBlock& one) { return isResult(one) != isResult(*next); });
        const std::vector<ParsedBlock> run(next, end);
        Message message;
        for (const ParsedBlock& one : run) {
            message.content.push_back(one.block);
        }
        setPeople(message, textMember(source, "role"), Address(assistant));
        message.metadata = JsonValue(metadataOf(source, split.messages.size(), run));
        if (split.messages.empty()) {
            message.usage = readUsage(source);
        }
        split.messages.push_back(std::move(message));
        next = end;
    } while (next != read->blocks.end());
    return split;
}

AnthropicRecordingBuilder::AnthropicRecordingBuilder(const ByteSource& source, SessionSink& sink,
                                                     const ReadLimits& limits, RecordedDetails details)
    : m_source(source)
    , m_sink(sink)
    , m_limits(limits)
    , m_reader(limits)
    , m_session(source, sink, limits, std::move(details))
{ }

void AnthropicRecordingBuilder::addSystem(const json& system, const SourceLocation& place)
{
    if (!system.is_null()) {
        add({{"role", "system"}, {"content", system}}, place);
    }
}

void AnthropicRecordingBuilder::storeResultMedia(Message& message)
{
    std::vector<RecordedAttachment> attachments;
    for (conversation::ContentBlock& block : message.content) {
        if (auto* result = std::get_if<conversation::ToolResultBlock>(&block)) {
            storeMedia(*result, m_limits, attachments);
        }
    }
    for (RecordedAttachment& attachment : attachments) {
        m_sink.acceptAttachment(std::move(attachment));
    }
}

void AnthropicRecordingBuilder::add(const json& message, const SourceLocation& place)
{
    const auto report = [&](RejectReason reason) {
        m_sink.reportProblem(errors::problem(m_source.name(), place, reason));
    };
    if (!message.is_object() || textMember(message, "role").empty()) {
        return report(message.is_object() ? RejectReason::NoRole : RejectReason::NotAnObject);
    }
    auto split = splitMessage(message, "Assistant", m_reader);
    if (!split) {
        return report(RejectReason::WrongContent);
    }
    if (split->hasBrokenImage) {
        report(RejectReason::WrongImage);
    }
    for (RecordedAttachment& attachment : split->attachments) {
        m_sink.acceptAttachment(std::move(attachment));
    }
    for (Message& one : split->messages) {
        storeResultMedia(one);
        m_session.add(std::move(one));
    }
}

} // namespace quarterdeck::formats::anthropic
