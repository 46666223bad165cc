#include "model/formats/coding_agent/codex_reader.h"

#include "model/conversation/message.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/read_limits.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace quarterdeck::formats::codex {

/// Items of OpenAI's Responses, as Codex' rollouts have them.

/// The name of a search done by the model's server itself.
inline constexpr std::string_view webSearch = "web_search";

struct ParsedItem
{
    std::vector<conversation::ContentBlock> blocks;
    std::vector<RecordedAttachment> attachments;
    bool isAnswer = false; ///< by the model: thinking, text, a call
    bool isResult = false; ///< by a tool
    bool hasBrokenImage = false;
};

/// Empty for a malformed item. An unknown kind becomes an unknown block; what the program keeps for itself (copies of
/// files, encrypted stand-ins for a long conversation) yields no block.
[[nodiscard]] std::optional<ParsedItem> readItem(const nlohmann::json& item, const ReadLimits& limits);

using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using conversation::UnknownBlock;
using nlohmann::json;

namespace {

conversation::ContentBlock readPart(const json& part, const ReadLimits& limits, ParsedItem& item)
{
    const std::string type = textMember(part, "type");
    if (type == "input_text" || type == "output_text" || type == "text") {
        return TextBlock{textMember(part, "text")};
    }
    const std::string address = type == "input_image" ? textMember(part, "image_url") : std::string();
    if (address.empty()) {
        return UnknownBlock{JsonValue(part)};
    }
    MediaBlock media;
    media.source.url = address;
    if (address.starts_with("data:")) {
        auto data = readDataUrl(address, limits.maxAttachmentBytes);
        if (!data) {
            item.hasBrokenImage = true;
            return UnknownBlock{JsonValue(part)};
        }
        media.source = {data->hash, {}, data->mediaType, {}, static_cast<std::int64_t>(data->bytes.size()), 0, 0};
        item.attachments.push_back(std::move(*data));
    }
    return media;
}

bool addParts(const json& content, const ReadLimits& limits, ParsedItem& item)
{
    if (auto text = python_json::shownText(content)) {
        item.blocks.emplace_back(TextBlock{std::move(*text)});
        return true;
    }
    if (!content.is_array()) {
        return content.is_null();
    }
    for (const json& part : content) {
        item.blocks.push_back(readPart(part, limits, item));
    }
    return true;
}

/// The summary of what a model thought, and the thought where it is not encrypted.
void addReasoning(const json& source, ParsedItem& item)
{
    std::string text;
    for (const char* list : {"summary", "content"}) {
        const json parts = memberOf(source, list);
        if (!parts.is_array()) {
            continue;
        }
        for (const json& part : parts) {
            const std::string one = textMember(part, "text");
            text += (text.empty() || one.empty() ? "" : "\n\n") + one;
        }
    }
    if (!text.empty()) {
        item.blocks.emplace_back(conversation::ThinkingBlock{text, {}});
    }
}

/// Codex writes some outputs as JSON text `{"output", "metadata": {"exit_code"}}`.
void setOutput(ToolResultBlock& result, const std::string& text, const ReadLimits& limits)
{
    const json parsed = text.starts_with("{\"output\"") ? parseText(text, limits).value_or(json()) : json();
    if (!memberOf(parsed, "output").is_string()) {
        result.output = text;
        return;
    }
    result.output = parsed["output"].get<std::string>();
    const json exitCode = memberOf(memberOf(parsed, "metadata"), "exit_code");
    result.isError = exitCode.is_number() && exitCode != 0;
}

void addResult(const json& source, const ReadLimits& limits, ParsedItem& item)
{
    ToolResultBlock result;
    result.id = textMember(source, "call_id");
    json output = memberOf(source, "output");
    if (output.is_object()) {
        result.isError = memberOf(output, "success") == false;
        output = memberOf(output, "content");
    }
    if (const auto text = python_json::shownText(output)) {
        setOutput(result, *text, limits);
        item.blocks.emplace_back(std::move(result));
        return;
    }
    ParsedItem parts;
    if (!addParts(output, limits, parts)) {
        result.output = textOfJson(output);
    }
    for (const auto& block : parts.blocks) {
        if (const auto* text = std::get_if<TextBlock>(&block)) {
            result.output += (result.output.empty() ? "" : "\n") + text->text;
        }
    }
    item.blocks.emplace_back(std::move(result));
    std::erase_if(parts.blocks, [](const auto& block) { return std::holds_alternative<TextBlock>(block); });
    item.blocks.insert(item.blocks.end(), parts.blocks.begin(), parts.blocks.end());
    item.attachments = std::move(parts.attachments);
    item.hasBrokenImage = parts.hasBrokenImage;
}

/// A call of a built-in tool: its action is its input.
ToolUseBlock actionOf(const json& source, const std::string& type)
{
    ToolUseBlock use;
    const std::string id = textMember(source, "call_id");
    use.id = id.empty() ? textMember(source, "id") : id;
    use.name = type.substr(0, type.size() - std::string_view("_call").size());
    use.input = JsonValue(memberOf(source, "action"));
    return use;
}

} // namespace

std::optional<ParsedItem> readItem(const json& source, const ReadLimits& limits)
{
    ParsedItem item;
    const std::string type = textMember(source, "type");
    item.isAnswer = true;
    if (type == "message") {
        item.isAnswer = textMember(source, "role") == "assistant";
        return addParts(memberOf(source, "content"), limits, item) ? std::optional(std::move(item)) : std::nullopt;
    }
    if (type == "reasoning") {
        addReasoning(source, item);
    } else if (type == "function_call" || type == "custom_tool_call") {
        const char* input = type == "function_call" ? "arguments" : "input";
        item.blocks.emplace_back(
            toolUseOf(textMember(source, "call_id"), textMember(source, "name"), textMember(source, input), limits));
    } else if (type == "local_shell_call" || type == "web_search_call") {
        item.blocks.emplace_back(actionOf(source, type));
    } else if (type == "function_call_output" || type == "custom_tool_call_output") {
        item.isAnswer = false;
        item.isResult = true;
        addResult(source, limits, item);
    } else if (type != "ghost_snapshot" && type != "compaction" && type != "compaction_summary") {
        item.blocks.emplace_back(UnknownBlock{JsonValue(source)});
    }
    return item;
}

} // namespace quarterdeck::formats::codex

namespace quarterdeck::formats {

using conversation::Address;
using conversation::JsonValue;
using conversation::Message;
using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string codexProgram = "Codex CLI";
const std::string codexName = "Codex";
const Address tools("Tools");

/// What the program puts in front of the person's words, as if the user had said it.
bool isOfProgram(const std::string& text)
{
    constexpr std::array marks = {"<environment_context>", "<user_instructions>", "<permissions instructions>",
                                  "# AGENTS.md instructions", "<turn_aborted>"};
    return std::ranges::any_of(marks, [&](const char* mark) { return text.starts_with(mark); });
}

/// Whether a model thinks or speaks on after a search of its own, whose result is not recorded.
bool isNextStep(const Message& held, const codex::ParsedItem& read)
{
    const auto uses = conversation::blocksOf<conversation::ToolUseBlock>(held);
    const auto speaks = [](const conversation::ContentBlock& block) {
        return std::holds_alternative<conversation::TextBlock>(block)
            || std::holds_alternative<conversation::ThinkingBlock>(block);
    };
    return !uses.empty() && std::ranges::all_of(uses, [](const auto& use) { return use.name == codex::webSearch; })
        && std::ranges::any_of(read.blocks, speaks);
}

std::int64_t countOf(const json& usage, const char* key)
{
    const auto member = usage.find(key);
    return member == usage.end() || !member->is_number_unsigned()
        ? 0
        : std::max<std::int64_t>(0, member->get<std::int64_t>());
}

/// Reads the records of one file.
class CodexRollout
{
public:
    CodexRollout(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
        : m_limits(limits)
        , m_session(source, sink, limits, "codex")
    { }

    void add(const json& record, const SourceLocation& place);
    void end() { m_session.end(); }

private:
    void addItem(const json& item, const std::string& time, const SourceLocation& place);
    void addAnswer(codex::ParsedItem read, const json& item, const std::string& time);
    void addEvent(const json& event);
    void nameResults(codex::ParsedItem& read);
    [[nodiscard]] Message messageOf(codex::ParsedItem read, const json& item, const std::string& time) const;

    ReadLimits m_limits;
    CodingAgentRecordingBuilder m_session;
    std::string m_model;
    PendingToolCalls m_calls;
};

void CodexRollout::add(const json& record, const SourceLocation& place)
{
    if (!record.is_object()) {
        return m_session.problem(place, RejectReason::NotAnObject);
    }
    const std::string type = textMember(record, "type");
    const std::string time = textMember(record, "timestamp");
    const json payload = record.value("payload", json());
    if (!payload.is_object()) {
        if (!type.empty()) {
            addItem(record, time, place); // the older form
        } else if (record.contains("id")) {
            m_session.setFields(record);
        } else if (!record.contains("record_type")) {
            m_session.problem(place, RejectReason::UnknownRecord);
        }
    } else if (type == "response_item") {
        addItem(payload, time, place);
    } else if (type == "session_meta") {
        m_session.setFields(payload);
    } else if (type == "turn_context") {
        m_model = textMember(payload, "model");
    } else if (type == "event_msg") {
        addEvent(payload);
    } else if (type == "compacted") {
        m_session.note(codexProgram, textMember(payload, "message"), time, record);
    } else {
        m_session.problem(place, RejectReason::UnknownRecord);
    }
}

void CodexRollout::addItem(const json& item, const std::string& time, const SourceLocation& place)
{
    auto read = codex::readItem(item, m_limits);
    if (!read) {
        return m_session.problem(place, RejectReason::WrongContent);
    }
    if (read->hasBrokenImage) {
        m_session.problem(place, RejectReason::WrongImage);
    }
    for (RecordedAttachment& attachment : read->attachments) {
        m_session.attachment(std::move(attachment));
    }
    nameResults(*read);
    if (read->isAnswer) {
        addAnswer(std::move(*read), item, time);
    } else {
        m_session.say(messageOf(std::move(*read), item, time));
    }
}

void CodexRollout::nameResults(codex::ParsedItem& read)
{
    for (auto& block : read.blocks) {
        if (const auto* use = std::get_if<conversation::ToolUseBlock>(&block)) {
            m_calls.note(use->id, use->name);
        } else if (auto* result = std::get_if<conversation::ToolResultBlock>(&block)) {
            result->name = m_calls.take(result->id);
        }
    }
}

void CodexRollout::addAnswer(codex::ParsedItem read, const json& item, const std::string& time)
{
    if (read.blocks.empty()) {
        return; // thought in secret
    }
    Message* held = m_session.held(codexName);
    if (held == nullptr || isNextStep(*held, read)) {
        m_session.hold(messageOf(std::move(read), item, time), codexName);
        return;
    }
    // What a model thought, said and called in one go is spread over several items.
    held->content.insert(held->content.end(), read.blocks.begin(), read.blocks.end());
    if (conversation::hasBlock<conversation::ToolUseBlock>(*held)) {
        held->sendTo = {tools};
    }
}

Message CodexRollout::messageOf(codex::ParsedItem read, const json& item, const std::string& time) const
{
    Message message;
    message.content = std::move(read.blocks);
    setTime(message, time);
    const std::string role = textMember(item, "role");
    if (read.isAnswer) {
        message.role = "assistant";
        message.sentFrom = Address(codexName);
        message.sendTo = {conversation::hasBlock<conversation::ToolUseBlock>(message) ? tools
                                                                                      : conversation::address::person};
    } else if (read.isResult) {
        message.role = "tool";
        message.sentFrom = tools;
        message.sendTo = {Address(codexName)};
    } else if (role != "user" || isOfProgram(conversation::textOf(message))) {
        message.role = "system";
        message.sentFrom = Address(codexProgram);
        message.sendTo = {Address(codexName)};
    } else {
        message.causeBy = conversation::action::userRequirement;
        message.sendTo = {Address(codexName)};
    }
    json source = item;
    for (const char* key : {"content", "output", "arguments", "encrypted_content"}) {
        source.erase(key);
    }
    message.metadata = JsonValue(json{{"source", std::move(source)}});
    return message;
}

void CodexRollout::addEvent(const json& event)
{
    const json info = event.value("info", json());
    const json last = info.is_object() ? info.value("last_token_usage", json()) : json();
    Message* held = m_session.held(codexName);
    if (textMember(event, "type") != "token_count" || !last.is_object() || held == nullptr) {
        return;
    }
    // Repeated when limits change; the last one counts.
    Usage usage;
    usage.model = m_model;
    usage.promptTokens = countOf(last, "input_tokens");
    usage.completionTokens = countOf(last, "output_tokens");
    usage.cachedTokens = std::min(countOf(last, "cached_input_tokens"), usage.promptTokens);
    usage.reasoningTokens = std::min(countOf(last, "reasoning_output_tokens"), usage.completionTokens);
    held->usage = std::move(usage);
}

} // namespace

bool CodexReader::recognises(const JsonShape& shape) const
{
    const auto seen = [&](const char* key) { return shape.seenKeys.contains(key); };
    const bool isWrapped =
        seen("payload") && shape.hasTypeOf({"session_meta", "response_item", "event_msg", "turn_context"});
    const bool isBare = shape.layout == Layout::Lines && (shape.has("instructions") || seen("record_type"))
        && shape.hasTypeOf({"message", "reasoning", "function_call"});
    return shape.layout != Layout::Array && (isWrapped || isBare);
}

Result<std::size_t> CodexReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                      const ReadLimits& limits) const
{
    CodexRollout rollout(source, sink, limits);
    RecordReader records(source, Layout::Lines, limits);
    auto count =
        records.forEachGood(sink, [&](const json& record, const SourceLocation& place) { rollout.add(record, place); });
    if (count) {
        rollout.end();
    }
    return count;
}

} // namespace quarterdeck::formats
