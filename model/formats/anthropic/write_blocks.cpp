#include "model/formats/anthropic/write_blocks.h"

#include "model/conversation/attachments.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"

#include <QByteArray>
#include <algorithm>
#include <array>
#include <limits>

namespace quarterdeck::formats::anthropic {

using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

bool isBlank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

bool isTaken(MediaKind kind, const std::string& mediaType)
{
    constexpr std::array pictures = {"image/png", "image/jpeg", "image/gif", "image/webp"};
    return kind == MediaKind::Image ? std::ranges::find(pictures, mediaType) != pictures.end()
                                    : kind == MediaKind::File && mediaType == "application/pdf";
}

/// Whether a tool's output is a list of what a result may hold.
bool areResultBlocks(const json& blocks)
{
    return blocks.is_array() && std::ranges::all_of(blocks, [](const json& block) {
               const std::string type = textMember(block, "type");
               return (type == "text" && !isBlank(textMember(block, "text")))
                   || (type == "image" && block.contains("source"));
           });
}

/// Whether all bytes are at hand that stood in them.
bool isWhole(const json& blocks)
{
    ToolResultBlock result;
    result.outputBlocks = conversation::JsonValue(blocks);
    return conversation::storedMediaOf(result).empty();
}

Refused refusalOf(MediaKind kind)
{
    switch (kind) {
    case MediaKind::Image:
        return Refused::Image;
    case MediaKind::Audio:
        return Refused::Audio;
    case MediaKind::Video:
        return Refused::Video;
    case MediaKind::File:
        break;
    }
    return Refused::File;
}

struct Writer
{
    const WriteBlocks& options;

    json operator()(const conversation::TextBlock& block) const
    {
        return options.isVerbatim ? json{{"type", "text"}, {"text", block.text}} : textBlock(block.text);
    }
    json operator()(const conversation::ThinkingBlock& block) const
    {
        if (!options.isVerbatim && (block.signature.empty() || !options.isAssistant)) {
            return refused(block, Refused::Thinking);
        }
        json written{{"type", "thinking"}, {"thinking", block.text}};
        if (!block.signature.empty()) {
            written["signature"] = block.signature;
        }
        return written;
    }
    json operator()(const MediaBlock& block) const
    {
        const bool isKnown = block.kind == MediaKind::Image || block.kind == MediaKind::File;
        json source = isKnown && (options.isVerbatim || !options.isAssistant) ? sourceOf(block) : json();
        if (source.is_null()) {
            return refused(block, refusalOf(block.kind));
        }
        return {{"type", block.kind == MediaKind::Image ? "image" : "document"}, {"source", std::move(source)}};
    }
    json operator()(const ToolUseBlock& block) const
    {
        const json& input = block.input.json();
        const bool isKept = input.is_object() || options.isVerbatim;
        return {{"type", "tool_use"},
                {"id", block.id},
                {"name", block.name},
                {"input", isKept ? input : json{{"raw_input", rawInputOf(block)}}}};
    }
    json operator()(const ToolResultBlock& block) const
    {
        const json blocks = withBytes(block.outputBlocks.json(), options.bytesOf);
        const bool isKept = options.isVerbatim ? !blocks.is_null() : areResultBlocks(blocks) && isWhole(blocks);
        json written{{"type", "tool_result"}, {"tool_use_id", block.id}};
        if (isKept || !options.isVerbatim || !block.output.empty()) {
            const bool isOther = block.output.empty() && !blocks.is_null() && !blocks.is_array();
            written["content"] = isKept ? blocks : json(isOther ? textOfJson(blocks) : block.output);
        }
        if (block.isError) {
            written["is_error"] = true;
        }
        return written;
    }
    json operator()(const conversation::UnknownBlock& block) const
    {
        return options.isVerbatim ? block.value.json() : refused(block, Refused::UnknownBlock);
    }

private:
    [[nodiscard]] json refused(const conversation::ContentBlock& block, Refused what) const
    {
        return options.onRefused ? options.onRefused(block, what) : json();
    }
    static std::string rawInputOf(const ToolUseBlock& block)
    {
        return block.rawInput.empty() ? textOfJson(block.input.json()) : block.rawInput;
    }
    /// Of an address that holds the data itself; none of Anthropic's.
    [[nodiscard]] static std::optional<json> dataIn(const MediaBlock& block)
    {
        const auto data = readDataUrl(block.source.url, std::numeric_limits<std::int64_t>::max());
        if (!data) {
            return std::nullopt;
        }
        return isTaken(block.kind, data->mediaType) ? dataSource(data->mediaType, data->bytes) : json();
    }
    [[nodiscard]] json sourceOf(const MediaBlock& block) const
    {
        if (options.sourceOf) {
            return options.sourceOf(block);
        }
        const bool isSent = options.isVerbatim || isTaken(block.kind, block.source.mediaType);
        if (auto data = dataIn(block)) {
            return std::move(*data);
        }
        if (!block.source.url.empty()) {
            const bool isNamed = isSent || block.kind == MediaKind::Image;
            return isNamed ? json{{"type", "url"}, {"url", block.source.url}} : json();
        }
        const auto bytes =
            options.bytesOf && isSent ? options.bytesOf(block.source.hash) : std::optional<std::string>();
        return bytes ? dataSource(block.source.mediaType, *bytes) : json();
    }
};

} // namespace

json textBlock(const std::string& text) { return isBlank(text) ? json() : json{{"type", "text"}, {"text", text}}; }

json dataSource(const std::string& mediaType, const std::string& bytes)
{
    return {{"type", "base64"},
            {"media_type", mediaType},
            {"data", QByteArray::fromStdString(bytes).toBase64().toStdString()}};
}

json writeBlock(const conversation::ContentBlock& block, const WriteBlocks& options)
{
    return std::visit(Writer{options}, block);
}

} // namespace quarterdeck::formats::anthropic
