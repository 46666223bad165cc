#include "model/formats/other_systems/chatgpt_reader.h"

#include "model/conversation/attachments.h"
#include "model/conversation/message.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/other_systems/chatgpt_marks.h"
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
    /// `begun`: when the conversation began, in seconds. A message without a time gets the previous one's. Pictures are
    /// taken from beside the file, and passed on to the sink.
    MessageReader(const nlohmann::json& begun, const ByteSource& file, SessionSink& sink, const ReadLimits& limits);

    /// Nothing for a message without content, such as the empty ones at the beginning of a conversation.
    [[nodiscard]] std::optional<conversation::Message> read(const nlohmann::json& source, const SourceLocation& place);

private:
    [[nodiscard]] std::vector<conversation::ContentBlock> blocksOf(const nlohmann::json& source,
                                                                   const SourceLocation& place);
    /// A text, speech, or what is beside the file under a name of its own.
    void addPart(const nlohmann::json& part, const SourceLocation& place,
                 std::vector<conversation::ContentBlock>& blocks);
    [[nodiscard]] conversation::MediaBlock media(const nlohmann::json& part, const std::string& pointer,
                                                 const SourceLocation& place);

    const ByteSource& m_file;
    SessionSink& m_sink;
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

conversation::MediaKind mediaKindOf(const std::string& contentType, const std::string& mediaType)
{
    using conversation::MediaKind;
    const auto is = [&](const char* kind) {
        return mediaType.starts_with(kind) || (mediaType.empty() && contentType.find(kind) != std::string::npos);
    };
    return is("image") ? MediaKind::Image
        : is("audio")  ? MediaKind::Audio
        : is("video")  ? MediaKind::Video
                       : MediaKind::File;
}

/// "file-AbCd" of "file-service://file-AbCd" and of "sediment://file_AbCd#page"; with it the file's name begins. Empty
/// for others: no export may name any file beside it.
std::string fileIdOf(const std::string& pointer)
{
    const std::size_t scheme = pointer.find("://");
    const std::string whole = scheme == std::string::npos ? pointer : pointer.substr(scheme + 3);
    const std::string id = whole.substr(0, whole.find_first_of("#?/"));
    constexpr std::size_t prefixLength = 5;
    const bool isId = id.size() > prefixLength && (id.starts_with("file-") || id.starts_with("file_"));
    return isId ? id : std::string();
}

/// Every text as it was seen.
void takeOutMarks(std::vector<ContentBlock>& blocks, const json& references)
{
    for (ContentBlock& block : blocks) {
        if (auto* text = std::get_if<TextBlock>(&block)) {
            text->text = withoutMarks(text->text, references);
        } else if (auto* thought = std::get_if<ThinkingBlock>(&block)) {
            thought->text = withoutMarks(thought->text, references);
        }
    }
    std::erase(blocks, ContentBlock(TextBlock{}));
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

MessageReader::MessageReader(const json& begun, const ByteSource& file, SessionSink& sink, const ReadLimits& limits)
    : m_file(file)
    , m_sink(sink)
    , m_limits(limits)
    , m_time(timeOf(begun))
{ }

conversation::MediaBlock MessageReader::media(const json& part, const std::string& pointer, const SourceLocation& place)
{
    const std::string type = textMember(part, "content_type");
    const std::string id = fileIdOf(pointer);
    auto file = m_file.neighbour(id, m_limits.maxAttachmentBytes);
    if (!file) {
        const std::string& name = id.empty() ? pointer : id;
        m_sink.reportProblem(errors::problem(m_file.name(), place, errors::RejectReason::MediaMissing, name));
        return {mediaKindOf(type, {}), {{}, pointer, {}, name, 0, 0, 0}};
    }
    const auto pixels = [&](const char* key) {
        const json& count = memberOf(part, key);
        constexpr std::int64_t most = 100'000;
        return count.is_number_integer() && count >= 0 && count <= most ? count.get<std::int32_t>() : 0;
    };
    RecordedAttachment attachment{conversation::attachmentHash(file->bytes), std::move(file->bytes), file->mediaType,
                                  pixels("width"), pixels("height")};
    const auto size = static_cast<std::int64_t>(attachment.bytes.size());
    conversation::MediaBlock block{
        mediaKindOf(type, file->mediaType),
        {attachment.hash, {}, file->mediaType, file->name, size, attachment.width, attachment.height}};
    m_sink.acceptAttachment(std::move(attachment));
    return block;
}

void MessageReader::addPart(const json& part, const SourceLocation& place, std::vector<ContentBlock>& blocks)
{
    if (part.is_string()) {
        addText(python_json::shown(part.get<std::string>()), blocks);
    } else if (textMember(part, "content_type") == "audio_transcription") {
        addText(textMember(part, "text"), blocks);
    } else if (const std::string pointer = textMember(part, "asset_pointer"); !pointer.empty()) {
        blocks.emplace_back(media(part, pointer, place));
    } else if (const json& sound = memberOf(part, "audio_asset_pointer"); sound.is_object()) { // and frames of video
        blocks.emplace_back(media(sound, textMember(sound, "asset_pointer"), place));
    } else if (part.is_object()) {
        blocks.emplace_back(conversation::UnknownBlock{JsonValue(part)});
    }
}

std::vector<ContentBlock> MessageReader::blocksOf(const json& source, const SourceLocation& place)
{
    const json& content = memberOf(source, "content");
    std::vector<ContentBlock> blocks;
    for (const json& part : memberOf(content, "parts")) {
        addPart(part, place, blocks);
    }
    addThoughts(memberOf(content, "thoughts"), blocks);
    if (textMember(content, "content_type") == "reasoning_recap") {
        blocks.emplace_back(ThinkingBlock{textMember(content, "content"), {}});
    }
    for (const char* key : {"text", "result", "user_profile", "user_instructions", "model_set_context"}) {
        addText(textMember(content, key), blocks);
    }
    takeOutMarks(blocks, memberOf(memberOf(source, "metadata"), "content_references"));
    return blocks;
}

std::optional<Message> MessageReader::read(const json& source, const SourceLocation& place)
{
    Message message;
    message.content = blocksOf(source, place);
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
                      SourceLocation place)
{
    const json mapping = memberOf(conversation, "mapping");
    if (!mapping.is_object()) {
        const RejectReason reason = conversation.is_object() ? RejectReason::NoMessageList : RejectReason::NotAnObject;
        return sink.reportProblem(errors::problem(source.name(), place, reason));
    }
    conversation.erase("mapping");
    const std::vector<const json*> branch = chatgpt::activeBranch(mapping, textMember(conversation, "current_node"));
    chatgpt::MessageReader messages(memberOf(conversation, "create_time"), source, sink, limits);
    const std::string title = chatgpt::withoutMarks(textMember(conversation, "title"), {});
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
        ++place.message;
        if (auto message = messages.read(*one, place)) {
            session.add(std::move(*message));
        }
    }
    if (!session.end()) {
        place.message = 0;
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
