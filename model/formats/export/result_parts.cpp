#include "model/formats/export/result_parts.h"

#include "model/conversation/stored_media.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <map>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

using conversation::MediaKind;
using nlohmann::json;

namespace {

std::string dataAddress(const std::string& mediaType, const std::string& base64)
{
    return base64.empty() || conversation::isStoredMediaText(base64) ? base64
                                                                     : "data:" + mediaType + ";base64," + base64;
}

/// `{source: {type: base64, media_type, data}}` or `{source: {url}}` of Anthropic and AgentScope, `{data, mimeType}` of
/// MCP, `{image_url: {url}}` or `{image_url: ".."}` of OpenAI.
std::string addressIn(const json& part, const std::string& type)
{
    if (const json& source = memberOf(part, "source"); source.is_object()) {
        const std::string data = textMember(source, "data");
        return data.empty() ? textMember(source, "url") : dataAddress(textMember(source, "media_type"), data);
    }
    if (const std::string data = textMember(part, "data"); !data.empty()) {
        return dataAddress(textMember(part, "mimeType"), data);
    }
    const std::string address = textMember(part, type.c_str());
    return address.empty() ? textMember(memberOf(part, type.c_str()), "url") : address;
}

ResultPart partOf(const json& piece)
{
    static const std::map<std::string, MediaKind> kinds = {
        {"image", MediaKind::Image},     {"audio", MediaKind::Audio},       {"video", MediaKind::Video},
        {"image_url", MediaKind::Image}, {"input_image", MediaKind::Image}, {"document", MediaKind::File}};
    ResultPart part;
    part.value = conversation::JsonValue(piece);
    const std::string type = textMember(piece, "type");
    const auto text = python_json::shownText(memberOf(piece, "text"));
    if ((type == "text" || type == "input_text" || type == "output_text") && text) {
        part.kind = ResultPart::Kind::Text;
        part.text = *text;
        return part;
    }
    const auto kind = kinds.find(type);
    if (kind == kinds.end()) {
        return part;
    }
    part.url = addressIn(piece, type == "input_image" ? "image_url" : type);
    part.name = textMember(piece, "title");
    part.media = kind->second;
    part.kind = part.url.empty() ? ResultPart::Kind::Other : ResultPart::Kind::Media;
    if (auto stored = conversation::storedMediaIn(part.url)) {
        part.url.clear();
        part.stored = {std::move(stored->hash), {}, std::move(stored->mediaType), part.name, stored->size, 0, 0};
    }
    return part;
}

} // namespace

std::vector<ResultPart> resultParts(const conversation::ToolResultBlock& result)
{
    std::vector<ResultPart> parts;
    const json& pieces = result.outputBlocks.json();
    if (pieces.is_array()) {
        for (const json& piece : pieces) {
            parts.push_back(partOf(piece));
        }
    }
    return parts;
}

} // namespace quarterdeck::formats
