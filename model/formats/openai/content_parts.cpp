#include "openai/content_parts.h"

#include "formats/python_json.h"
#include "openai/data_url.h"
#include "json/json_text.h"

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

/// The address of an image part: `{"image_url": {"url": ..}}`, or the text itself as some programs write it.
std::string imageAddress(const json& part)
{
    const auto image = part.find("image_url");
    if (image == part.end()) {
        return {};
    }
    return image->is_string() ? image->get<std::string>() : textMember(*image, "url");
}

ContentBlock imageBlock(const json& part, const ReadLimits& limits, ContentParts& parts)
{
    const std::string address = imageAddress(part);
    if (address.empty()) {
        return UnknownBlock{JsonValue(part)};
    }
    if (!address.starts_with("data:")) {
        return MediaBlock{MediaKind::Image, MediaSource{{}, address, {}, {}, 0, 0, 0}};
    }
    auto data = readDataUrl(address, limits.maxAttachmentBytes);
    if (!data) {
        parts.hasBrokenImage = true;
        return UnknownBlock{JsonValue(part)};
    }
    const auto size = static_cast<std::int64_t>(data->bytes.size());
    const MediaSource source{data->hash, {}, data->mediaType, {}, size, 0, 0};
    parts.attachments.push_back(std::move(*data));
    return MediaBlock{MediaKind::Image, source};
}

ContentBlock partBlock(const json& part, const ReadLimits& limits, ContentParts& parts)
{
    const std::string type = textMember(part, "type");
    const auto text = python_json::shownText(memberOf(part, "text"));
    if ((type == "text" || type == "input_text" || type == "output_text") && text) {
        return TextBlock{*text};
    }
    if (type == "image_url") {
        return imageBlock(part, limits, parts);
    }
    if (auto own = python_json::shownText(part)) {
        return TextBlock{std::move(*own)};
    }
    return UnknownBlock{JsonValue(part)};
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

ToolResultBlock readToolResult(json content)
{
    ToolResultBlock result;
    if (python_json::isMarked(content)) {
        result.output = python_json::shown(content.get<std::string>());
    } else if (auto* text = content.get_ptr<std::string*>()) {
        result.output = std::move(*text);
    } else if (!content.is_null()) {
        result.output = textOfJson(content);
        result.outputBlocks = JsonValue(std::move(content));
    }
    return result;
}

} // namespace quarterdeck::formats
