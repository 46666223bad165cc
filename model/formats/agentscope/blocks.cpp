#include "model/formats/agentscope/blocks.h"

#include "model/formats/export/calls_and_results.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/message_parts.h"

#include <QByteArray>

namespace quarterdeck::formats::agentscope {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::UnknownBlock;
using nlohmann::json;

namespace {

/// A text member as a person reads it; nothing when it is missing or none.
std::optional<std::string> shownMember(const json& block, const char* key)
{
    const auto member = block.find(key);
    if (member == block.end() || !python_json::isText(*member)) {
        return std::nullopt;
    }
    return python_json::shown(member->get<std::string>());
}

MediaKind kindOf(const std::string& type, const std::string& mediaType)
{
    const std::string& name = type == "data" ? mediaType : type;
    return name.starts_with("image") ? MediaKind::Image
        : name.starts_with("audio")  ? MediaKind::Audio
        : name.starts_with("video")  ? MediaKind::Video
                                     : MediaKind::File;
}

std::optional<MediaBlock> readMedia(const json& block, const std::string& type, const ReadLimits& limits,
                                    std::vector<RecordedAttachment>& attachments)
{
    const json source = block.value("source", json());
    MediaBlock media;
    media.source.mediaType = textMember(source, "media_type");
    media.source.name = textMember(block, "name");
    media.kind = kindOf(type, media.source.mediaType);
    if (textMember(source, "type") == "url") {
        media.source.url = textMember(source, "url");
        return media.source.url.empty() ? std::nullopt : std::optional(media);
    }
    if (textMember(source, "type") != "base64") {
        return std::nullopt;
    }
    const std::string url = "data:" + media.source.mediaType + ";base64," + textMember(source, "data");
    auto data = readDataUrl(url, limits.maxAttachmentBytes);
    if (!data) {
        return std::nullopt;
    }
    media.source.hash = data->hash;
    media.source.size = static_cast<std::int64_t>(data->bytes.size());
    attachments.push_back(std::move(*data));
    return media;
}

std::optional<ContentBlock> readToolUse(const json& block, const ReadLimits& limits)
{
    const auto id = shownMember(block, "id");
    const auto name = shownMember(block, "name");
    const auto input = block.find("input");
    if (!id || !name || input == block.end()) {
        return std::nullopt;
    }
    if (input->is_string() && !python_json::isMarked(*input)) {
        return toolUseOf(*id, *name, input->get<std::string>(), limits); // 2.x
    }
    conversation::ToolUseBlock use;
    use.id = *id;
    use.name = *name;
    use.input = JsonValue(*input);
    use.rawInput = shownMember(block, "raw_input").value_or("");
    return use;
}

std::optional<ContentBlock> readResultBlock(const json& block, const ReadLimits& limits,
                                            std::vector<RecordedAttachment>& attachments)
{
    const auto id = shownMember(block, "id");
    const auto name = shownMember(block, "name");
    const auto output = block.find("output");
    if (!id || !name || output == block.end() || (!python_json::isText(*output) && !output->is_array())) {
        return std::nullopt;
    }
    conversation::ToolResultBlock result;
    result.id = *id;
    result.name = *name;
    const std::string state = textMember(block, "state");
    result.isError = state == "error" || state == "denied" || memberOf(block, "is_error") == true;
    if (output->is_string()) {
        result.output = *shownMember(block, "output");
        return result;
    }
    for (const json& part : *output) {
        if (const std::string text = textMember(part, "text"); !text.empty()) {
            result.output += (result.output.empty() ? "" : "\n") + python_json::shown(text);
        }
    }
    result.outputBlocks = JsonValue(*output);
    storeMedia(result, limits, attachments);
    return result;
}

std::optional<ContentBlock> readKnown(const json& block, const ReadLimits& limits,
                                      std::vector<RecordedAttachment>& attachments)
{
    const std::string type = textMember(block, "type");
    if (type == "text") {
        const auto text = shownMember(block, "text");
        return text ? std::optional<ContentBlock>(conversation::TextBlock{*text}) : std::nullopt;
    }
    if (type == "hint") {
        const auto text = shownMember(block, "hint");
        return text ? std::optional<ContentBlock>(conversation::TextBlock{*text}) : std::nullopt;
    }
    if (type == "thinking") {
        const auto text = shownMember(block, "thinking");
        const conversation::ThinkingBlock thinking{text.value_or(""), textMember(block, "signature")};
        return text ? std::optional<ContentBlock>(thinking) : std::nullopt;
    }
    if (type == "tool_use" || type == "tool_call") {
        return readToolUse(block, limits);
    }
    if (type == "tool_result") {
        return readResultBlock(block, limits, attachments);
    }
    if (type == "image" || type == "audio" || type == "video" || type == "data") {
        return readMedia(block, type, limits, attachments);
    }
    return std::nullopt;
}

} // namespace

ContentBlock readBlock(const json& block, const ReadLimits& limits, std::vector<RecordedAttachment>& attachments)
{
    if (auto known = block.is_object() ? readKnown(block, limits, attachments) : std::nullopt) {
        return *known;
    }
    return UnknownBlock{JsonValue(block)};
}

namespace {

const char* typeOf(conversation::MediaKind kind)
{
    switch (kind) {
    case conversation::MediaKind::Image:
        return "image";
    case conversation::MediaKind::Audio:
        return "audio";
    case conversation::MediaKind::Video:
        return "video";
    case conversation::MediaKind::File:
        break;
    }
    return nullptr;
}

/// 1.x has no block for other files, nor for media that are not at hand, so a text says what was there.
json placeholder(const conversation::MediaSource& source)
{
    const std::string& name = source.name.empty() ? source.hash.str() : source.name;
    return {{"type", "text"}, {"text", "[" + (source.url.empty() ? name : source.url) + "]"}};
}

struct Writer
{
    const WriteOptions& options;

    json operator()(const conversation::TextBlock& block) const { return {{"type", "text"}, {"text", block.text}}; }
    json operator()(const conversation::ThinkingBlock& block) const
    {
        json written{{"type", "thinking"}, {"thinking", block.text}};
        if (!block.signature.empty()) {
            written["signature"] = block.signature;
        }
        return written;
    }
    json operator()(const conversation::MediaBlock& block) const
    {
        const char* type = typeOf(block.kind);
        if (!type) {
            return placeholder(block.source);
        }
        const auto bytes = options.bytesOf && !block.source.hash.isEmpty() ? options.bytesOf(block.source.hash)
                                                                           : std::optional<std::string>();
        if (bytes) {
            const std::string data = QByteArray::fromStdString(*bytes).toBase64().toStdString();
            return {{"type", type},
                    {"source", {{"type", "base64"}, {"media_type", block.source.mediaType}, {"data", data}}}};
        }
        if (block.source.url.empty()) {
            return placeholder(block.source);
        }
        return {{"type", type}, {"source", {{"type", "url"}, {"url", block.source.url}}}};
    }
    json operator()(const conversation::ToolUseBlock& block) const
    {
        // There `input` is an object; whatever else a model wrote is added as raw_input, which later 1.x versions know.
        const json& input = block.input.json();
        json written{{"type", "tool_use"},
                     {"id", block.id},
                     {"name", block.name},
                     {"input", input.is_object() ? input : json::object()}};
        if (!block.rawInput.empty()) {
            written["raw_input"] = block.rawInput;
        } else if (!input.is_object() && !input.is_null()) {
            written["raw_input"] = textOfJson(input);
        }
        return written;
    }
    json operator()(const conversation::ToolResultBlock& block) const
    {
        json written{{"type", "tool_result"}, {"id", block.id}, {"name", block.name}, {"output", outputOf(block)}};
        if (block.isError) {
            written["is_error"] = true; // 1.x has no word for it, and passes over what it does not know
        }
        return written;
    }
    json operator()(const conversation::UnknownBlock& block) const { return block.value.json(); }

private:
    /// A text, or a list of blocks.
    [[nodiscard]] json outputOf(const conversation::ToolResultBlock& block) const
    {
        const json& pieces = block.outputBlocks.json();
        if (pieces.is_null() || (!pieces.is_array() && !block.output.empty())) {
            return block.output;
        }
        return pieces.is_array() ? withBytes(pieces, options.bytesOf) : json(textOfJson(pieces));
    }
};

} // namespace

json writeBlock(const conversation::ContentBlock& block, const WriteOptions& options)
{
    return std::visit(Writer{options}, block);
}

} // namespace quarterdeck::formats::agentscope
