#include "model/formats/anthropic/read_blocks.h"

#include "model/conversation/saturating.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/data_url.h"

#include <algorithm>
#include <initializer_list>

namespace quarterdeck::formats::anthropic {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using conversation::UnknownBlock;
using nlohmann::json;

namespace {

/// The members that the block's own fields do not hold.
json besides(json block, const ContentBlock& read)
{
    static const std::vector<std::vector<const char*>> held = {{"type", "text"},
                                                               {"type", "thinking", "signature"},
                                                               {"type", "source"},
                                                               {"type", "id", "name", "input"},
                                                               {"type", "tool_use_id", "content", "is_error"}};
    if (std::holds_alternative<UnknownBlock>(read)) {
        return nullptr; // it holds all
    }
    const bool isResult = std::holds_alternative<ToolResultBlock>(read);
    for (const char* key : held.at(read.index())) {
        const auto member = block.find(key);
        // A result that is empty and did not fail was written as one without content.
        const bool isSaidForNothing =
            isResult && member != block.end() && (*member == false || *member == "" || member->is_null());
        if (member != block.end() && !python_json::isMarked(*member) && !isSaidForNothing) {
            block.erase(member);
        }
    }
    return block.empty() ? json() : block;
}

/// The text blocks of a tool's output, a line each.
std::string textOfBlocks(const json& blocks)
{
    std::string text;
    for (const json& block : blocks) {
        if (const std::string one = textMember(block, "text"); !one.empty()) {
            text += (text.empty() ? "" : "\n") + one;
        }
    }
    return text;
}

std::int64_t countOf(const json& usage, std::initializer_list<const char*> keys)
{
    std::int64_t count = 0;
    for (const char* key : keys) {
        const json& value = memberOf(usage, key);
        if (value.is_number_unsigned()) {
            count = conversation::saturatingSum(count, std::max<std::int64_t>(0, value.get<std::int64_t>()));
        }
    }
    return count;
}

} // namespace

std::optional<ParsedContent> ContentReader::read(const json& content)
{
    ParsedContent read;
    if (auto text = python_json::shownText(content)) {
        const bool isMarked = python_json::isMarked(content);
        read.blocks.push_back({TextBlock{std::move(*text)}, isMarked ? json{{"text", content}} : json()});
        return read;
    }
    if (content.is_null()) {
        return read;
    }
    if (!content.is_array()) {
        return std::nullopt;
    }
    for (const json& block : content) {
        read.blocks.push_back(readBlock(block, read));
    }
    return read;
}

ParsedBlock ContentReader::readBlock(const json& block, ParsedContent& content)
{
    if (auto known = readKnown(block, textMember(block, "type"), content)) {
        json fields = besides(block, *known);
        return {std::move(*known), std::move(fields)};
    }
    return {UnknownBlock{JsonValue(block)}, {}};
}

std::optional<ContentBlock> ContentReader::readKnown(const json& block, const std::string& type, ParsedContent& content)
{
    if (type == "text" && python_json::isText(memberOf(block, "text"))) {
        return TextBlock{textMember(block, "text")};
    }
    if (type == "thinking" && python_json::isText(memberOf(block, "thinking"))) {
        return ThinkingBlock{textMember(block, "thinking"), textMember(block, "signature")};
    }
    if (type == "image" || type == "document") {
        return readMedia(block, type == "image" ? MediaKind::Image : MediaKind::File, content);
    }
    if (type == "tool_use") {
        return readUse(block);
    }
    if (type == "tool_result") {
        const json& output = memberOf(block, "content");
        return python_json::isText(output) || output.is_array() || output.is_null() ? std::optional(readResult(block))
                                                                                    : std::nullopt;
    }
    return std::nullopt;
}

ContentBlock ContentReader::readUse(const json& block)
{
    ToolUseBlock use;
    use.id = textMember(block, "id");
    use.name = textMember(block, "name");
    use.input = JsonValue(memberOf(block, "input"));
    m_calls.note(use.id, use.name);
    return use;
}

ContentBlock ContentReader::readResult(const json& block)
{
    ToolResultBlock result;
    result.id = textMember(block, "tool_use_id");
    result.name = m_calls.take(result.id);
    result.isError = memberOf(block, "is_error") == true;
    const json& output = memberOf(block, "content");
    if (auto text = python_json::shownText(output)) {
        result.output = std::move(*text);
    } else if (output.is_array()) {
        result.output = textOfBlocks(output);
        result.outputBlocks = JsonValue(output);
    }
    return result;
}

std::optional<ContentBlock> ContentReader::readMedia(const json& block, MediaKind kind, ParsedContent& content) const
{
    const json& source = memberOf(block, "source");
    const std::string type = textMember(source, "type");
    MediaBlock media;
    media.kind = kind;
    if (type == "url" && !textMember(source, "url").empty()) {
        media.source.url = textMember(source, "url");
        return media;
    }
    if (type != "base64") {
        return std::nullopt;
    }
    media.source.mediaType = textMember(source, "media_type");
    auto data = readDataUrl("data:" + media.source.mediaType + ";base64," + textMember(source, "data"),
                            m_limits.maxAttachmentBytes);
    if (!data) {
        content.hasBrokenImage = true;
        return std::nullopt;
    }
    media.source.hash = data->hash;
    media.source.name = textMember(block, "title");
    media.source.size = static_cast<std::int64_t>(data->bytes.size());
    content.attachments.push_back(std::move(*data));
    return media;
}

std::optional<conversation::Usage> readUsage(const json& response)
{
    const json& usage = memberOf(response, "usage");
    if (!usage.is_object()) {
        return std::nullopt;
    }
    conversation::Usage read;
    read.model = textMember(response, "model");
    read.promptTokens = countOf(usage, {"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"});
    read.completionTokens = countOf(usage, {"output_tokens"});
    read.cachedTokens = countOf(usage, {"cache_read_input_tokens"});
    return read;
}

} // namespace quarterdeck::formats::anthropic
