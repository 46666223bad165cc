#include "chat/image_data.h"
#include "export/message_list_writer.h"
#include "export/writers.h"
#include "formats/chat/message_serializer.h"
#include "recorded/recorded_session.h"
#include "json/json_text.h"

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::MediaBlock;
using conversation::Message;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

/// A record can hold whatever the format has.
ChatConfig everything()
{
    ChatConfig config;
    config.supportsImage = config.supportsAudio = config.supportsVideo = config.supportsFile = true;
    return config;
}

const char* partName(conversation::MediaKind kind)
{
    switch (kind) {
    case conversation::MediaKind::Image:
        return "image_url";
    case conversation::MediaKind::Audio:
        return "audio_url";
    case conversation::MediaKind::Video:
        return "video_url";
    case conversation::MediaKind::File:
        break;
    }
    return "file_url";
}

/// OpenAI chat messages. The serializer of requests gives calls, results and roles; what it leaves out for a model's
/// sake (the text beside a call, thinking, names, the order of parts) is put back, since this is a record.
class OpenAiWriter final : public MessageListWriter
{
public:
    explicit OpenAiWriter(WriterContext writing) : MessageListWriter(std::move(writing), "openai") { }

    void end(std::string& out) override { out += m_isRun ? "\n]}\n" : "\n]\n"; }

protected:
    void open(const json& fields, std::string& out) override;
    void message(const Said& said, std::string& out) override;

private:
    void putSpoken(const Said& said, std::vector<ContentBlock> blocks, std::string& out);
    void putResults(const Said& said, const std::vector<ToolResultBlock>& results, std::string& out);
    [[nodiscard]] json serialized(const Message& message) const;
    [[nodiscard]] json contentOf(const std::vector<ContentBlock>& blocks);
    [[nodiscard]] json partOf(const MediaBlock& media);
    [[nodiscard]] std::string roleOf(const Message& message) const;

    std::unique_ptr<ChatMessageSerializer> m_serializer = openAiSerializer();
    bool m_isRun = false; ///< fields stand beside the messages
};

void OpenAiWriter::open(const json& fields, std::string& out)
{
    m_isRun = fields.is_object() && !fields.empty();
    if (m_isRun) {
        // A run's own list may bear either name: the one that is not taken.
        out += "{" + membersText(fields) + (fields.contains("messages") ? "\"traj\":" : "\"messages\":");
    }
    out += "[";
}

std::string OpenAiWriter::roleOf(const Message& message) const
{
    return isChatRole(message.role) ? message.role : message.sentFrom.isEmpty() ? "user" : "assistant";
}

void OpenAiWriter::message(const Said& said, std::string& out)
{
    countLosses(said);
    if (said.source.is_null()) {
        counter().addIf(context().last.areTimesKnown(), LossKind::Times);
        counter().addIf(!said.message.metadata.isNull(), LossKind::Metadata);
    }
    const auto results = blocksOf<ToolResultBlock>(said.message);
    std::vector<ContentBlock> spoken = said.message.content;
    std::erase_if(spoken, [](const ContentBlock& block) { return std::holds_alternative<ToolResultBlock>(block); });
    if (!spoken.empty() || results.empty()) {
        putSpoken(said, std::move(spoken), out);
    }
    putResults(said, results, out);
}

void OpenAiWriter::putSpoken(const Said& said, std::vector<ContentBlock> blocks, std::string& out)
{
    Message message = said.message;
    message.role = roleOf(said.message);
    if (!said.source.is_null()) {
        // What the source's other fields say is not said twice.
        const std::string refusal = textMember(said.source, "refusal");
        if (!refusal.empty() && !blocks.empty() && blocks.back() == ContentBlock(TextBlock{refusal})) {
            blocks.pop_back();
        }
        const auto call = std::ranges::find_if(
            blocks, [](const ContentBlock& block) { return std::holds_alternative<ToolUseBlock>(block); });
        if (said.source.contains("function_call") && !said.source["function_call"].is_null() && call != blocks.end()) {
            blocks.erase(call);
        }
    }
    message.content = std::move(blocks);
    json written = serialized(message);
    written["content"] = contentOf(message.content);
    const std::string name = senderName(said.before, said.message);
    if (said.source.is_null() && !name.empty() && name != "Assistant") {
        written["name"] = name;
    }
    std::string thinking;
    for (const ThinkingBlock& block : blocksOf<ThinkingBlock>(message)) {
        thinking += block.text;
    }
    if (!thinking.empty()) {
        written["reasoning_content"] = thinking;
    }
    if (!said.source.is_null()) {
        for (const auto& [key, value] : said.source.items()) {
            written[key] = value;
        }
        if (said.source.contains("reasoning") && !said.source.contains("reasoning_content")) {
            written.erase("reasoning_content");
        }
    }
    putElement(textOfJson(written), out);
}

json OpenAiWriter::serialized(const Message& message) const
{
    const auto list = m_serializer->serializeMessages(std::span(&message, 1), everything());
    const json& messages = list ? list->messages.json() : json();
    return messages.is_array() && !messages.empty() ? messages.front() : json{{"role", message.role}};
}

void OpenAiWriter::putResults(const Said& said, const std::vector<ToolResultBlock>& results, std::string& out)
{
    for (const ToolResultBlock& result : results) {
        Message answer;
        answer.role = "tool";
        answer.content = {result};
        json written = serialized(answer);
        if (!result.outputBlocks.isNull()) {
            written["content"] = result.outputBlocks.json();
        }
        if (!result.name.empty()) {
            written["name"] = result.name;
        }
        if (!said.source.is_null() && said.message.role == "tool") {
            for (const auto& [key, value] : said.source.items()) {
                written[key] = value;
            }
        }
        putElement(textOfJson(written), out);
    }
}

json OpenAiWriter::contentOf(const std::vector<ContentBlock>& blocks)
{
    json parts = json::array();
    bool isOneText = false;
    for (const ContentBlock& block : blocks) {
        if (const auto* text = std::get_if<TextBlock>(&block)) {
            isOneText = parts.empty();
            parts.push_back({{"type", "text"}, {"text", text->text}});
        } else if (const auto* media = std::get_if<MediaBlock>(&block)) {
            isOneText = false;
            parts.push_back(partOf(*media));
        } else if (const auto* unknown = std::get_if<conversation::UnknownBlock>(&block)) {
            isOneText = false;
            parts.push_back(unknown->value.json());
        }
    }
    if (parts.empty()) {
        return nullptr;
    }
    return isOneText ? parts.front().at("text") : parts;
}

json OpenAiWriter::partOf(const MediaBlock& media)
{
    std::string url = media.source.url;
    if (url.empty() && context().bytesOf) {
        const auto bytes = context().bytesOf(media.source.hash);
        url = bytes ? dataUrl(media.source.mediaType, *bytes) : std::string();
    }
    if (url.empty()) {
        counter().add(LossKind::Media);
        return {{"type", "text"}, {"text", placeholderText(media.source)}};
    }
    const char* name = partName(media.kind);
    return {{"type", name}, {name, {{"url", url}}}};
}

} // namespace

std::unique_ptr<SessionWriter> openAiWriter(WriterContext context)
{
    return std::make_unique<OpenAiWriter>(std::move(context));
}

} // namespace quarterdeck::formats
