#include "model/formats/other_systems/read_message.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/tool_calls.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quarterdeck::formats::chatgpt {

using conversation::Address;
using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::Message;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

const Address assistant("Assistant");
const Address toolsOfChat("Tools");

/// What nobody sees in the conversation: the program's own notes, and what it told the model of the person.
bool isHidden(const json& source)
{
    const std::string type = textMember(memberOf(source, "content"), "content_type");
    return memberOf(memberOf(source, "metadata"), "is_visually_hidden_from_conversation") == true
        || type == "user_editable_context" || type == "model_editable_context";
}

void addText(const std::string& text, std::vector<ContentBlock>& blocks)
{
    if (!text.empty()) {
        blocks.emplace_back(TextBlock{text});
    }
}

/// A text, speech, or a picture, which is beside the file under a name of its own.
void addPart(const json& part, std::vector<ContentBlock>& blocks)
{
    if (part.is_string()) {
        addText(python_json::shown(part.get<std::string>()), blocks);
    } else if (textMember(part, "content_type") == "audio_transcription") {
        addText(textMember(part, "text"), blocks);
    } else if (part.is_object()) {
        blocks.emplace_back(conversation::UnknownBlock{JsonValue(part)});
    }
}

void addThoughts(const json& thoughts, std::vector<ContentBlock>& blocks)
{
    for (const json& thought : thoughts) {
        const std::string summary = textMember(thought, "summary");
        const std::string said = textMember(thought, "content");
        const std::string text = summary + (summary.empty() || said.empty() ? "" : "\n") + said;
        if (!text.empty()) {
            blocks.emplace_back(ThinkingBlock{text, {}});
        }
    }
}

std::vector<ContentBlock> blocksOf(const json& content)
{
    std::vector<ContentBlock> blocks;
    for (const json& part : memberOf(content, "parts")) {
        addPart(part, blocks);
    }
    addThoughts(memberOf(content, "thoughts"), blocks);
    if (textMember(content, "content_type") == "reasoning_recap") {
        blocks.emplace_back(ThinkingBlock{textMember(content, "content"), {}});
    }
    for (const char* key : {"text", "result", "user_profile", "user_instructions", "model_set_context"}) {
        addText(textMember(content, key), blocks);
    }
    return blocks;
}

std::string textOf(const std::vector<ContentBlock>& blocks)
{
    Message message;
    message.content = blocks;
    return conversation::textOf(message);
}

/// Zero if it is no time.
Timestamp timeOf(const json& seconds)
{
    constexpr double latest = 1e11;
    const double time = seconds.is_number() ? seconds.get<double>() : 0;
    return {time > 0 && time < latest ? std::llround(time * 1000) : 0};
}

void setPeople(const json& source, Message& message)
{
    message.sendTo = {assistant};
    if (message.role == "assistant") {
        message.sentFrom = assistant;
        message.sendTo = {conversation::hasBlock<ToolUseBlock>(message) ? toolsOfChat : conversation::address::person};
    } else if (message.role == "tool") {
        message.sentFrom = toolsOfChat;
    } else if (message.role == "user" && !isHidden(source)) {
        message.causeBy = conversation::action::userRequirement;
    } else {
        message.role = "system";
        message.sentFrom = Address("System");
    }
}

} // namespace

MessageReader::MessageReader(const json& begun, const ReadLimits& limits) : m_limits(limits), m_time(timeOf(begun)) { }

std::optional<Message> MessageReader::read(const json& source)
{
    const json& content = memberOf(source, "content");
    Message message;
    message.content = blocksOf(content);
    message.role = textMember(memberOf(source, "author"), "role");
    if (message.content.empty() || message.role.empty()) {
        return std::nullopt;
    }
    const std::string recipient = textMember(source, "recipient");
    if (message.role == "tool") {
        ToolResultBlock result;
        result.id = std::exchange(m_call, {});
        result.name = textMember(memberOf(source, "author"), "name");
        result.output = textOf(message.content);
        std::erase_if(message.content, [](const auto& block) { return std::holds_alternative<TextBlock>(block); });
        message.content.insert(message.content.begin(), std::move(result));
    } else if (message.role == "assistant" && !recipient.empty() && recipient != "all") {
        m_call = textMember(source, "id");
        message.content = {toolUseOf(m_call, recipient, textOf(message.content), m_limits)};
    }
    setPeople(source, message);
    m_time = std::max(m_time, timeOf(memberOf(source, "create_time")));
    message.timestamp = m_time;
    json fields = source;
    fields.erase("content");
    message.metadata = JsonValue(json{{"source", std::move(fields)}});
    return message;
}

} // namespace quarterdeck::formats::chatgpt
