#include "model/formats/anthropic/anthropic_reader.h"

#include "model/conversation/message.h"
#include "model/formats/anthropic/server_tools.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/message_parts.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace quarterdeck::formats::anthropic {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using conversation::UnknownBlock;
using nlohmann::json;

namespace {

/// The members that the block's own fields do not hold.
json besides(json block, const ContentBlock& read)
{
    static const std::vector<std::vector<const char*>> held = {{"type", "text"},
                                                               {"type", "thinking", "signature"},
                                                               {"type", "source"},
                                                               {"type", "id", "name", "input"},
                                                               {"type", "tool_use_id", "content", "is_error"}};
    if (std::holds_alternative<UnknownBlock>(read)) {
        return nullptr; // it holds all
    }
    const bool isResult = std::holds_alternative<ToolResultBlock>(read);
    const std::string type = textMember(block, "type");
    const bool isServerBlock = isServerCall(type) || isServerResult(type); // written as others, but for these
    for (const char* key : held.at(read.index())) {
        const auto member = block.find(key);
        // A result that is empty and did not fail was written as one without content.
        const bool isSaidForNothing =
            isResult && member != block.end() && (*member == false || *member == "" || member->is_null());
        const bool isOfServer =
            isServerBlock && (key == std::string_view("type") || key == std::string_view("content"));
        if (member != block.end() && !python_json::isMarked(*member) && !isSaidForNothing && !isOfServer) {
            block.erase(member);
        }
    }
    return block.empty() ? json() : block;
}

/// The text blocks of a tool's output, a line each.
std::string textOfBlocks(const json& blocks)
{
    std::string text;
    for (const json& block : blocks) {
        if (const std::string one = textMember(block, "text"); !one.empty()) {
            text += (text.empty() ? "" : "\n") + one;
        }
    }
    return text;
}

std::int64_t countOf(const json& usage, std::initializer_list<const char*> keys)
{
    std::int64_t count = 0;
    for (const char* key : keys) {
        count = conversation::saturatingSum(count, countMember(usage, key));
    }
    return count;
}

} // namespace

std::optional<ParsedContent> ContentReader::read(const json& content)
{
    ParsedContent read;
    if (auto text = python_json::shownText(content)) {
        const bool isMarked = python_json::isMarked(content);
        read.blocks.push_back({TextBlock{std::move(*text)}, isMarked ? json{{"text", content}} : json()});
        return read;
    }
    if (content.is_null()) {
        return read;
    }
    if (!content.is_array()) {
        return std::nullopt;
    }
    for (const json& block : content) {
        read.blocks.push_back(readBlock(block, read));
    }
    return read;
}

ParsedBlock ContentReader::readBlock(const json& block, ParsedContent& content)
{
    if (auto known = readKnown(block, textMember(block, "type"), content)) {
        json fields = besides(block, *known);
        return {std::move(*known), std::move(fields)};
    }
    return {UnknownBlock{JsonValue(block)}, {}};
}

std::optional<ContentBlock> ContentReader::readKnown(const json& block, const std::string& type, ParsedContent& content)
{
    if (type == "text" && python_json::isText(memberOf(block, "text"))) {
        return TextBlock{textMember(block, "text")};
    }
    if (type == "thinking" && python_json::isText(memberOf(block, "thinking"))) {
        return ThinkingBlock{textMember(block, "thinking"), textMember(block, "signature")};
    }
    if (type == "image" || type == "document") {
        return readMedia(block, type == "image" ? MediaKind::Image : MediaKind::File, content);
    }
    if (type == "tool_use" || isServerCall(type)) {
        return readUse(block);
    }
    if (isServerResult(type)) {
        ToolResultBlock result;
        result.id = textMember(block, "tool_use_id");
        result.name = m_calls.take(result.id);
        result.output = serverResultText(memberOf(block, "content"));
        result.isError = hasServerToolFailed(block);
        return result;
    }
    if (type == "tool_result") {
        const json& output = memberOf(block, "content");
        return python_json::isText(output) || output.is_array() || output.is_null() ? std::optional(readResult(block))
                                                                                    : std::nullopt;
    }
    return std::nullopt;
}

ContentBlock ContentReader::readUse(const json& block)
{
    ToolUseBlock use;
    use.id = textMember(block, "id");
    use.name = textMember(block, "name");
    use.input = JsonValue(memberOf(block, "input"));
    m_calls.note(use.id, use.name);
    return use;
}

ContentBlock ContentReader::readResult(const json& block)
{
    ToolResultBlock result;
    result.id = textMember(block, "tool_use_id");
    result.name = m_calls.take(result.id);
    result.isError = memberOf(block, "is_error") == true;
    const json& output = memberOf(block, "content");
    if (auto text = python_json::shownText(output)) {
        result.output = std::move(*text);
    } else if (output.is_array()) {
        result.output = textOfBlocks(output);
        result.outputBlocks = JsonValue(output);
    }
    return result;
}

std::optional<ContentBlock> ContentReader::readMedia(const json& block, MediaKind kind, ParsedContent& content) const
{
    const json& source = memberOf(block, "source");
    const std::string type = textMember(source, "type");
    MediaBlock media;
    media.kind = kind;
    if (type == "url" && !textMember(source, "url").empty()) {
        media.source.url = textMember(source, "url");
        return media;
    }
    if (type != "base64") {
        return std::nullopt;
    }
    media.source.mediaType = textMember(source, "media_type");
    auto data = readDataUrl("data:" + media.source.mediaType + ";base64," + textMember(source, "data"),
                            m_limits.maxAttachmentBytes);
    if (!data) {
        content.hasBrokenImage = true;
        return std::nullopt;
    }
    media.source.hash = data->hash;
    media.source.name = textMember(block, "title");
    media.source.size = static_cast<std::int64_t>(data->bytes.size());
    content.attachments.push_back(std::move(*data));
    return media;
}

std::optional<conversation::Usage> readUsage(const json& response)
{
    const json& usage = memberOf(response, "usage");
    if (!usage.is_object()) {
        return std::nullopt;
    }
    conversation::Usage read;
    read.model = textMember(response, "model");
    read.promptTokens = countOf(usage, {"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"});
    read.completionTokens = countOf(usage, {"output_tokens"});
    read.cachedTokens = countOf(usage, {"cache_read_input_tokens"});
    return read;
}

using conversation::Address;
using conversation::Message;
using errors::RejectReason;

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

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

bool hasOwnBlocks(const JsonShape& shape)
{
    return shape.hasTypeOf(
        {"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "mcp_tool_use"});
}

/// Roles and parts that Anthropic does not have.
bool isOpenAi(const JsonShape& shape)
{
    return shape.hasRoleOf({"system", "developer", "tool", "function"})
        || shape.hasTypeOf({"function", "image_url", "input_audio"});
}

bool isRequest(const JsonShape& shape)
{
    return shape.listHas("messages", "role")
        && (shape.has("system") || shape.has("anthropic_version") || shape.has("max_tokens") || hasOwnBlocks(shape));
}

bool isMessage(const JsonShape& shape)
{
    return shape.has("role") && shape.has("content") && (shape.has("stop_reason") || hasOwnBlocks(shape));
}

/// Lines of a message batch: its requests or its results.
bool isBatch(const JsonShape& shape)
{
    return shape.has("custom_id") && (shape.memberHas("params", "messages") || shape.memberHas("result", "message"));
}

/// `{custom_id, params}` or `{custom_id, result: {message}}` as a request. A result is a request with that message
/// alone.
json requestOf(json line)
{
    json request = memberOf(line, "params");
    if (const json& answer = memberOf(memberOf(line, "result"), "message"); answer.is_object()) {
        request = {{"messages", json::array({answer})}};
    }
    if (!request.is_object()) {
        return line;
    }
    request["custom_id"] = memberOf(line, "custom_id");
    return request;
}

void readRequest(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json request,
                 SourceLocation place)
{
    const auto list = request.is_object() ? request.find("messages") : request.end();
    if (!request.is_object() || list == request.end() || !list->is_array() || list->empty()) {
        const RejectReason reason = !request.is_object() ? RejectReason::NotAnObject
            : list != request.end() && list->is_array()  ? RejectReason::NoMessages
                                                         : RejectReason::NoMessageList;
        sink.reportProblem(errors::problem(source.name(), place, reason));
        return;
    }
    const json messages = std::move(*list);
    request.erase("messages");
    const json system = request.value("system", json());
    request.erase("system");
    anthropic::AnthropicRecordingBuilder session(source, sink, limits, {"anthropic", place, std::move(request)});
    session.addSystem(system, place);
    for (const json& message : messages) {
        if (sink.isStopped()) {
            return;
        }
        ++place.message;
        session.add(message, place);
    }
    session.end();
}

/// For a request that is the whole file: its messages are never all held. Empty if there are none.
std::optional<Result<std::size_t>> readLongRequest(ByteSource& source, SessionSink& sink, const ReadLimits& limits)
{
    ListedDocument document(source, "messages", limits);
    auto request = document.fields(sink);
    if (!request) {
        return tl::unexpected(request.error());
    }
    if (!request->is_object()) {
        return std::nullopt;
    }
    const json system = request->value("system", json());
    request->erase("system");
    anthropic::AnthropicRecordingBuilder session(source, sink, limits, {"anthropic", {}, std::move(*request)});
    session.addSystem(system, {});
    auto count =
        document.forEach(sink, [&](const json& message, const SourceLocation& place) { session.add(message, place); });
    if (count && !sink.isStopped()) {
        session.end();
    }
    return count ? Result<std::size_t>(1) : count;
}

} // namespace

bool AnthropicReader::recognises(const JsonShape& shape) const
{
    return isBatch(shape) || (!isOpenAi(shape) && (isRequest(shape) || isMessage(shape)));
}

Result<std::size_t> AnthropicReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    const bool areRequests = isRequest(shape);
    const bool isOfBatch = isBatch(shape);
    if (areRequests && shape.layout == Layout::Document) {
        if (auto count = readLongRequest(source, sink, limits)) {
            return std::move(*count);
        }
    }
    anthropic::AnthropicRecordingBuilder messages(source, sink, limits, {"anthropic", {}, json::object()});
    RecordReader records(source, shape.layout, limits);
    auto count = records.forEachGood(sink, [&](json record, SourceLocation place) {
        if (isOfBatch) {
            readRequest(source, sink, limits, requestOf(std::move(record)), place);
        } else if (areRequests) {
            readRequest(source, sink, limits, std::move(record), place);
        } else {
            std::swap(place.run, place.message); // elements of the list are messages here
            messages.add(record, place);
        }
    });
    if (count) {
        messages.end();
    }
    return count;
}

} // namespace quarterdeck::formats
