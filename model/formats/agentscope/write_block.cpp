#include "model/formats/agentscope/blocks.h"
#include "model/formats/export/result_media.h"
#include "model/formats/json/json_text.h"

#include <QByteArray>

namespace quarterdeck::formats::agentscope {

using nlohmann::json;

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
