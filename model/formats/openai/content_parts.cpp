#include "model/formats/openai/content_parts.h"

#include "model/formats/export/result_media.h"
#include "model/formats/export/result_parts.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/data_url.h"

#include <algorithm>
#include <map>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::MediaSource;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::UnknownBlock;
using nlohmann::json;

namespace {

/// The kind of media in a part of that type.
std::optional<MediaKind> mediaKindOf(const std::string& type)
{
    static const std::map<std::string, MediaKind> kinds = {
        {"image_url", MediaKind::Image},   {"audio_url", MediaKind::Audio}, {"input_audio", MediaKind::Audio},
        {"video_url", MediaKind::Video},   {"file_url", MediaKind::File},   {"file", MediaKind::File},
        {"input_image", MediaKind::Image}, {"input_file", MediaKind::File}};
    const auto found = kinds.find(type);
    return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

std::string addressOfInput(const json& part)
{
    for (const char* name : {"image_url", "file_data", "file_url"}) {
        const json& given = memberOf(part, name);
        std::string address = given.is_object() ? textMember(given, "url") : textMember(part, name);
        if (!address.empty()) {
            return address;
        }
    }
    return {};
}

/// Where a part's media are: `{"image_url": {"url": ..}}`, or the text itself as some programs write it; OpenAI's own
/// sounds and files are inside. Parts of the Responses API have it beside the type.
std::string addressOf(const json& part, const std::string& type)
{
    if (type == "input_image" || type == "input_file") {
        return addressOfInput(part);
    }
    const json& given = memberOf(part, type.c_str());
    if (given.is_string()) {
        return python_json::shownText(given).value_or("");
    }
    if (type == "input_audio") {
        const std::string format = textMember(given, "format");
        const std::string data = textMember(given, "data");
        return data.empty() ? data : "data:audio/" + (format == "mp3" ? "mpeg" : format) + ";base64," + data;
    }
    return textMember(given, type == "file" ? "file_data" : "url");
}

ContentBlock mediaBlock(const json& part, const std::string& type, MediaKind kind, const ReadLimits& limits,
                        ContentParts& parts)
{
    const std::string address = addressOf(part, type);
    const std::string name = textMember(type == "input_file" ? part : memberOf(part, type.c_str()), "filename");
    if (address.empty()) {
        return UnknownBlock{JsonValue(part)};
    }
    if (!address.starts_with("data:")) {
        return MediaBlock{kind, MediaSource{{}, address, {}, name, 0, 0, 0}};
    }
    auto data = readDataUrl(address, limits.maxAttachmentBytes);
    if (!data) {
        parts.hasBrokenImage = true;
        return UnknownBlock{JsonValue(part)};
    }
    const auto size = static_cast<std::int64_t>(data->bytes.size());
    const MediaSource source{data->hash, {}, data->mediaType, name, size, 0, 0};
    parts.attachments.push_back(std::move(*data));
    return MediaBlock{kind, source};
}

ContentBlock partBlock(const json& part, const ReadLimits& limits, ContentParts& parts)
{
    const std::string type = textMember(part, "type");
    const auto text = python_json::shownText(memberOf(part, "text"));
    if ((type == "text" || type == "input_text" || type == "output_text") && text) {
        return TextBlock{*text};
    }
    if (const auto kind = mediaKindOf(type)) {
        return mediaBlock(part, type, *kind, limits, parts);
    }
    if (auto own = python_json::shownText(part)) {
        return TextBlock{std::move(*own)};
    }
    return UnknownBlock{JsonValue(part)};
}

std::string outputOf(const ToolResultBlock& result)
{
    const std::vector<ResultPart> parts = resultParts(result);
    const auto isOther = [](const ResultPart& part) { return part.kind == ResultPart::Kind::Other; };
    if (parts.empty() || std::ranges::any_of(parts, isOther)) {
        return textOfJson(result.outputBlocks.json());
    }
    std::string output;
    for (const ResultPart& part : parts) {
        output += (output.empty() || part.text.empty() ? "" : "\n") + part.text;
    }
    return output;
}

} // namespace

std::optional<ContentParts> readContent(json content, const ReadLimits& limits)
{
    ContentParts parts;
    if (python_json::isMarked(content)) {
        parts.blocks.emplace_back(TextBlock{python_json::shown(content.get<std::string>())});
        return parts;
    }
    if (auto* text = content.get_ptr<std::string*>()) {
        parts.blocks.emplace_back(TextBlock{std::move(*text)});
        return parts;
    }
    if (content.is_null()) {
        return parts;
    }
    if (!content.is_array()) {
        return std::nullopt;
    }
    for (const json& part : content) {
        parts.blocks.push_back(partBlock(part, limits, parts));
    }
    return parts;
}

ToolResultBlock readToolResult(json content, const ReadLimits& limits, std::vector<RecordedAttachment>& attachments)
{
    ToolResultBlock result;
    if (python_json::isMarked(content)) {
        result.output = python_json::shown(content.get<std::string>());
    } else if (auto* text = content.get_ptr<std::string*>()) {
        result.output = std::move(*text);
    } else if (!content.is_null()) {
        result.outputBlocks = JsonValue(std::move(content));
        storeMedia(result, limits, attachments);
        result.output = outputOf(result);
    }
    return result;
}

} // namespace quarterdeck::formats
