#include "model/formats/export/calls_and_results.h"
#include "model/formats/export/message_list_writer.h"
#include "model/formats/export/session_writer.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/requests/chat_request.h"

#include <QByteArray>
#include <QString>
#include <limits>
#include <map>
#include <utility>
#include <vector>

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

/// A record can hold anything that the format has.
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

/// A name in the form that OpenAI itself accepts.
std::string allowedName(const std::string& name)
{
    std::string allowed;
    for (const QChar one : QString::fromStdString(name).left(64)) {
        const bool isTaken = one < QLatin1Char(127) && (one.isLetterOrNumber() || one == u'_' || one == u'-');
        allowed += isTaken ? one.toLatin1() : '_';
    }
    return allowed;
}

/// OpenAI's own name for a sound format; empty if it has none.
std::string soundFormat(const std::string& mediaType)
{
    static const std::map<std::string, std::string> formats = {{"audio/mpeg", "mp3"},
                                                               {"audio/mp3", "mp3"},
                                                               {"audio/wav", "wav"},
                                                               {"audio/wave", "wav"},
                                                               {"audio/x-wav", "wav"}};
    const auto found = formats.find(mediaType);
    return found == formats.end() ? std::string() : found->second;
}

/// Removes what the source's other fields say already; returns the hash of a sound among them.
conversation::AttachmentHash removeFieldsOf(const json& source, std::vector<ContentBlock>& blocks)
{
    conversation::AttachmentHash sound;
    if (memberOf(source, "audio").is_object()) {
        sound = removeAudioReply(source["audio"], blocks);
    }
    const std::string refusal = textMember(source, "refusal");
    if (!refusal.empty() && !blocks.empty() && blocks.back() == ContentBlock(TextBlock{refusal})) {
        blocks.pop_back();
    }
    const auto call = std::ranges::find_if(
        blocks, [](const ContentBlock& block) { return std::holds_alternative<ToolUseBlock>(block); });
    if (source.contains("function_call") && !source["function_call"].is_null() && call != blocks.end()) {
        blocks.erase(call);
    }
    return sound;
}

/// Puts back what the reader kept of the parts, by position.
void addToParts(const json& besides, json& parts)
{
    for (std::size_t i = 0; parts.is_array() && i < parts.size(); ++i) {
        if (const auto found = besides.find(std::to_string(i));
            found != besides.end() && found->is_object() && parts[i].is_object()) {
            parts[i].update(*found, true);
        }
    }
}

/// OpenAI chat messages. The request serializer supplies calls, results and roles. What it leaves out for a model's
/// sake (the text beside a call, thinking, names, the order of parts) is put back, since this is a record.
class OpenAiWriter final : public MessageListWriter
{
public:
    explicit OpenAiWriter(WriterContext writing) : MessageListWriter(std::move(writing), "openai")
    {
        bringAnswersToCalls();
    }

    void end(std::string& out) override
    {
        releaseHeld(out);
        putBehindResults(out);
        out += m_isRun ? "\n]}\n" : "\n]\n";
    }

protected:
    void open(const json& fields, std::string& out) override;
    void message(const Said& said, std::string& out) override;

private:
    [[nodiscard]] std::string textOfSpoken(const Said& said, std::vector<ContentBlock> blocks);
    void putBehindResults(std::string& out);
    void addFields(const json& source, const conversation::AttachmentHash& sound, json& written) const;
    /// Gives calls from elsewhere names and ids that OpenAI accepts.
    void nameCalls(const Said& said, json& written);
    void putResults(const Said& said, const std::vector<ToolResultBlock>& results, std::string& out);
    [[nodiscard]] json serialized(const Message& message) const;
    /// `isOwn`: the message came from this format and may hold what OpenAI itself does not have.
    [[nodiscard]] json contentOf(const std::vector<ContentBlock>& blocks, const std::string& role, bool isOwn);
    [[nodiscard]] json partOf(const MediaBlock& media, const std::string& role, bool isOwn);
    [[nodiscard]] json dataPart(const MediaBlock& media, const std::string& mediaType, const std::string& bytes,
                                bool isOwn) const;
    [[nodiscard]] json outputOf(const ToolResultBlock& result);
    [[nodiscard]] std::string roleOf(const Said& said);

    std::unique_ptr<ChatMessageSerializer> m_serializer = openAiSerializer();
    CallIds m_ids;
    std::vector<std::string> m_behindResults; ///< elements after the answers to all calls of a turn
    bool m_isRun = false;                     ///< there are fields beside the messages
};

void OpenAiWriter::open(const json& fields, std::string& out)
{
    m_isRun = fields.is_object() && !fields.empty();
    if (m_isRun) {
        // A run may already have a list under either name; use the one that is free.
        out += "{" + membersText(fields) + (fields.contains("messages") ? "\"traj\":" : "\"messages\":");
    }
    out += "[";
}

std::string OpenAiWriter::roleOf(const Said& said)
{
    const Message& message = said.message;
    if (message.role == "tool" && said.source.is_null()) {
        counter().addIf(!hasBlock<ToolResultBlock>(message), LossKind::ToolCalls);
        return "user"; // what a tool says must answer a call
    }
    return isChatRole(message.role) ? message.role : message.sentFrom.isEmpty() ? "user" : "assistant";
}

void OpenAiWriter::message(const Said& said, std::string& out)
{
    countLosses(said);
    if (said.source.is_null()) {
        counter().addIf(context().last.areTimesKnown(), LossKind::Times);
        counter().addIf(!said.message.metadata.isNull() || !said.message.invocationId.empty(), LossKind::Metadata);
        countForm(said.message);
    }
    const auto results = blocksOf<ToolResultBlock>(said.message);
    std::vector<ContentBlock> spoken = said.message.content;
    std::erase_if(spoken, [](const ContentBlock& block) { return std::holds_alternative<ToolResultBlock>(block); });
    // Nothing else may come between a call and its answers.
    const bool isAnswer = said.source.is_null() && !results.empty() && !hasBlock<ToolUseBlock>(said.message);
    if (!isAnswer) {
        putBehindResults(out);
    }
    if (isAnswer && !spoken.empty()) {
        m_behindResults.push_back(textOfSpoken(said, std::move(spoken)));
    } else if (!spoken.empty() || results.empty()) {
        putElement(textOfSpoken(said, std::move(spoken)), out);
    }
    putResults(said, results, out);
}

void OpenAiWriter::putBehindResults(std::string& out)
{
    for (const std::string& element : std::exchange(m_behindResults, {})) {
        putElement(element, out);
    }
}

std::string OpenAiWriter::textOfSpoken(const Said& said, std::vector<ContentBlock> blocks)
{
    const bool isOwn = !said.source.is_null();
    Message message = said.message;
    message.role = roleOf(said);
    const conversation::AttachmentHash sound =
        isOwn ? removeFieldsOf(said.source, blocks) : conversation::AttachmentHash();
    message.content = std::move(blocks);
    if (!isOwn && message.role != "assistant") {
        writeCallsAsText(message.content);
    }
    json written = serialized(message);
    written["content"] = contentOf(message.content, message.role, isOwn);
    if (const json besides = isOwn ? markOf(said.message, "fields") : json(); besides.is_object()) {
        addToParts(besides, written["content"]);
    }
    if (!isOwn && written["content"].is_null() && !written.contains("tool_calls")) {
        written["content"] = ""; // OpenAI wants one
    }
    const std::string name = senderName(said.before, said.message);
    if (!isOwn && !name.empty() && name != "Assistant") {
        written["name"] = allowedName(name);
        counter().addIf(written["name"] != name, LossKind::Names);
    }
    nameCalls(said, written);
    std::string thinking;
    for (const ThinkingBlock& block : blocksOf<ThinkingBlock>(message)) {
        thinking += block.text;
    }
    if (!thinking.empty()) {
        written["reasoning_content"] = thinking;
    }
    if (isOwn) {
        addFields(said.source, sound, written);
    }
    return textOfJson(written);
}

/// Puts back the fields that the message came with.
void OpenAiWriter::addFields(const json& source, const conversation::AttachmentHash& sound, json& written) const
{
    for (const auto& [key, value] : source.items()) {
        written[key] = value;
    }
    if (source.contains("reasoning") && !source.contains("reasoning_content")) {
        written.erase("reasoning_content");
    }
    if (const auto bytes = sound.isEmpty() || !context().bytesOf ? std::nullopt : context().bytesOf(sound)) {
        written["audio"]["data"] = QByteArray::fromStdString(*bytes).toBase64().toStdString();
    }
}

void OpenAiWriter::nameCalls(const Said& said, json& written)
{
    const auto calls = blocksOf<ToolUseBlock>(said.message);
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (!said.source.is_null()) {
            m_ids.keep(calls[i]);
            continue;
        }
        if (!written.contains("tool_calls")) {
            return; // they stand as text
        }
        json& entry = written["tool_calls"][i];
        entry["id"] = m_ids.ofCall(calls[i]);
        const std::string name = allowedName(calls[i].name);
        entry["function"]["name"] = name;
        counter().addIf(name != calls[i].name, LossKind::ToolNames);
    }
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
        const bool isOwn = !said.source.is_null() && said.message.role == "tool";
        json written = serialized(answer);
        if (!result.outputBlocks.isNull()) {
            written["content"] = isOwn ? withBytes(result.outputBlocks.json(), context().bytesOf) : outputOf(result);
        }
        const std::string id = m_ids.ofResult(result);
        if (isOwn) {
            written["name"] = result.name;
        } else if (!id.empty() || (context().isExcerpt && !result.id.empty())) {
            written["tool_call_id"] = id.empty() ? result.id : id;
            written["name"] = allowedName(result.name);
        } else { // a tool's answer that follows no call of it is refused
            counter().add(LossKind::ToolCalls);
            written["role"] = "user";
            written.erase("tool_call_id");
        }
        if (written.contains("name") && written["name"] == "") {
            written.erase("name");
        }
        if (isOwn) {
            for (const auto& [key, value] : said.source.items()) {
                written[key] = value;
            }
        }
        putElement(textOfJson(written), out);
    }
}

/// A tool's answer may hold only texts.
json OpenAiWriter::outputOf(const ToolResultBlock& result)
{
    json texts = json::array();
    for (const ResultPart& part : resultParts(result)) {
        std::string text = part.text;
        if (part.kind == ResultPart::Kind::Media) {
            counter().add(LossKind::Media);
            const auto data = readDataUrl(part.url, std::numeric_limits<std::int64_t>::max());
            const std::string& type = data ? data->mediaType : part.stored.mediaType;
            text = "[" + (type.empty() ? part.url.substr(0, 200) : type) + "]";
        } else if (part.kind == ResultPart::Kind::Other) {
            counter().add(LossKind::UnknownBlocks);
            text = textOfJson(part.value.json());
        }
        texts.push_back({{"type", "text"}, {"text", text}});
    }
    if (const json& pieces = result.outputBlocks.json(); texts.empty() && !pieces.is_array()) {
        counter().add(LossKind::UnknownBlocks);
        return result.output.empty() ? textOfJson(pieces) : result.output;
    }
    return texts.empty() ? json(result.output) : texts;
}

json OpenAiWriter::contentOf(const std::vector<ContentBlock>& blocks, const std::string& role, bool isOwn)
{
    json parts = json::array();
    bool isOneText = false;
    for (const ContentBlock& block : blocks) {
        if (const auto* text = std::get_if<TextBlock>(&block)) {
            isOneText = parts.empty();
            parts.push_back({{"type", "text"}, {"text", text->text}});
        } else if (const auto* media = std::get_if<MediaBlock>(&block)) {
            isOneText = false;
            parts.push_back(partOf(*media, role, isOwn));
        } else if (const auto* unknown = std::get_if<conversation::UnknownBlock>(&block)) {
            isOneText = false;
            counter().addIf(!isOwn, LossKind::UnknownBlocks);
            parts.push_back(isOwn ? unknown->value.json()
                                  : json{{"type", "text"}, {"text", textOfJson(unknown->value.json())}});
        }
    }
    if (parts.empty()) {
        return nullptr;
    }
    return isOneText ? parts.front().at("text") : parts;
}

json OpenAiWriter::partOf(const MediaBlock& media, const std::string& role, bool isOwn)
{
    std::string url = media.source.url;
    std::string mediaType = media.source.mediaType;
    auto bytes = url.empty() && context().bytesOf ? context().bytesOf(media.source.hash) : std::nullopt;
    if (auto data = readDataUrl(url, std::numeric_limits<std::int64_t>::max())) {
        bytes = std::move(data->bytes);
        mediaType = data->mediaType;
    }
    json part;
    if (isOwn || role == "user") { // nobody else shows anything
        part = bytes ? dataPart(media, mediaType, *bytes, isOwn) : json();
        const bool isAddress = !url.empty() && (isOwn || media.kind == conversation::MediaKind::Image);
        if (part.is_null() && isAddress) {
            part = {{"type", partName(media.kind)}, {partName(media.kind), {{"url", url}}}};
        }
    }
    if (part.is_null()) {
        counter().add(LossKind::Media);
        return {{"type", "text"}, {"text", placeholderText(media.source)}};
    }
    counter().addIf(!isOwn && part["type"] != "file" && !media.source.name.empty(), LossKind::MediaNames);
    return part;
}

/// As OpenAI itself has it; null if it does not.
json OpenAiWriter::dataPart(const MediaBlock& media, const std::string& mediaType, const std::string& bytes,
                            bool isOwn) const
{
    const std::string url = dataUrl(mediaType, bytes);
    if (media.kind == conversation::MediaKind::File) {
        json file{{"file_data", url}};
        if (!media.source.name.empty() || !isOwn) {
            file["filename"] = media.source.name.empty() ? "file" : media.source.name;
        }
        return {{"type", "file"}, {"file", std::move(file)}};
    }
    if (const std::string format = soundFormat(mediaType);
        media.kind == conversation::MediaKind::Audio && !format.empty()) {
        const std::string data = QByteArray::fromStdString(bytes).toBase64().toStdString();
        return {{"type", "input_audio"}, {"input_audio", {{"data", data}, {"format", format}}}};
    }
    const bool isTaken = isOwn || media.kind == conversation::MediaKind::Image;
    const char* name = partName(media.kind);
    return isTaken ? json{{"type", name}, {name, {{"url", url}}}} : json();
}

} // namespace

std::unique_ptr<SessionWriter> openAiWriter(WriterContext context)
{
    return std::make_unique<OpenAiWriter>(std::move(context));
}

} // namespace quarterdeck::formats
