#include "model/formats/other_systems/chatgpt_reader.h"

#include "model/conversation/message.h"
#include "model/formats/format_errors.h"
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
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats::chatgpt {

/// The messages from the first to that of the node `current` or, without such a node, to the newest: they refer into
/// `mapping`, the nodes by id. Terminates even if there is a circle.
[[nodiscard]] std::vector<const nlohmann::json*> activeBranch(const nlohmann::json& mapping, std::string current);

/// Reads the messages of one branch, one after the other.
class MessageReader
{
public:
    /// `begun`: when the conversation began, in seconds. A message without a time gets the previous one's.
    MessageReader(const nlohmann::json& begun, const ReadLimits& limits);

    /// Nothing for a message without content, such as the empty ones at the beginning of a conversation.
    [[nodiscard]] std::optional<conversation::Message> read(const nlohmann::json& source);

private:
    ReadLimits m_limits;
    Timestamp m_time;
    std::string m_call; ///< the id of the last call until it is answered
};

using nlohmann::json;

namespace {

std::string newestNode(const json& mapping)
{
    std::string newest;
    double when = -1;
    for (const auto& [id, node] : mapping.items()) {
        const json& time = memberOf(memberOf(node, "message"), "create_time");
        if (time.is_number() && time.get<double>() > when) {
            when = time.get<double>();
            newest = id;
        }
    }
    return newest;
}

} // namespace

std::vector<const json*> activeBranch(const json& mapping, std::string current)
{
    if (memberOf(mapping, current.c_str()).is_null()) {
        current = newestNode(mapping);
    }
    std::vector<const json*> branch;
    for (std::size_t nodes = 0; !current.empty() && nodes < mapping.size(); ++nodes) {
        const json& node = memberOf(mapping, current.c_str());
        if (const json& message = memberOf(node, "message"); message.is_object()) {
            branch.push_back(&message);
        }
        current = textMember(node, "parent");
    }
    std::ranges::reverse(branch);
    return branch;
}

using conversation::Address;
using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::Message;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

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

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

std::int64_t messagesIn(const json& mapping)
{
    return std::ranges::count_if(mapping, [](const json& node) { return memberOf(node, "message").is_object(); });
}

void readConversation(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json conversation,
                      const SourceLocation& place)
{
    const json mapping = memberOf(conversation, "mapping");
    if (!mapping.is_object()) {
        const RejectReason reason = conversation.is_object() ? RejectReason::NoMessageList : RejectReason::NotAnObject;
        return sink.reportProblem(errors::problem(source.name(), place, reason));
    }
    conversation.erase("mapping");
    const std::vector<const json*> branch = chatgpt::activeBranch(mapping, textMember(conversation, "current_node"));
    chatgpt::MessageReader messages(memberOf(conversation, "create_time"), limits);
    const std::string title = textMember(conversation, "title");
    RecordedDetails details{"chatgpt", place, std::move(conversation)};
    if (const std::int64_t others = messagesIn(mapping) - std::ssize(branch); others > 0) {
        details.leftOut["messages"] = others; // of other branches
    }
    TitledRecordingBuilder session(source, sink, limits, std::move(details));
    session.setTitle(title);
    for (const json* one : branch) {
        if (sink.isStopped()) {
            return;
        }
        if (auto message = messages.read(*one)) {
            session.add(std::move(*message));
        }
    }
    if (!session.end()) {
        sink.reportProblem(errors::problem(source.name(), place, RejectReason::NoMessages));
    }
}

} // namespace

bool ChatGptReader::recognises(const JsonShape& shape) const
{
    return shape.has("mapping") && (shape.has("current_node") || shape.has("conversation_id"));
}

Result<std::size_t> ChatGptReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                        const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        readConversation(source, sink, limits, std::move(record), place);
    });
}

} // namespace quarterdeck::formats
