#include "export/anthropic_blocks.h"

#include "json/json_text.h"

#include <QByteArray>
#include <algorithm>
#include <array>

namespace quarterdeck::formats {

using conversation::MediaBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

bool isBlank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

json textBlock(const std::string& text) { return isBlank(text) ? json() : json{{"type", "text"}, {"text", text}}; }

bool isPictureType(const std::string& type)
{
    constexpr std::array known = {"image/png", "image/jpeg", "image/gif", "image/webp"};
    return std::ranges::find(known, type) != known.end();
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

struct Writer
{
    bool isAssistant;
    const WriterContext& context;
    LossCounter& losses;

    json operator()(const conversation::TextBlock& block) const { return textBlock(block.text); }
    json operator()(const conversation::ThinkingBlock& block) const
    {
        if (block.signature.empty() || !isAssistant) {
            losses.add(LossKind::Thinking);
            return nullptr;
        }
        return {{"type", "thinking"}, {"thinking", block.text}, {"signature", block.signature}};
    }
    json operator()(const MediaBlock& block) const
    {
        if (json source = isAssistant || block.kind != conversation::MediaKind::Image ? json() : pictureSource(block);
            !source.is_null()) {
            return {{"type", "image"}, {"source", std::move(source)}};
        }
        losses.add(LossKind::Media);
        return textBlock(placeholderText(block.source));
    }
    json operator()(const ToolUseBlock& block) const
    {
        const json& input = block.input.json();
        return {{"type", "tool_use"},
                {"id", block.id},
                {"name", block.name},
                {"input", input.is_object() ? input : json{{"raw_input", rawInputOf(block)}}}};
    }
    json operator()(const ToolResultBlock& block) const
    {
        const json& blocks = block.outputBlocks.json();
        json written{{"type", "tool_result"},
                     {"tool_use_id", block.id},
                     {"content", areResultBlocks(blocks) ? blocks : json(block.output)}};
        if (block.isError) {
            written["is_error"] = true;
        }
        return written;
    }
    json operator()(const conversation::UnknownBlock& block) const
    {
        losses.add(LossKind::UnknownBlocks);
        return textBlock(textOfJson(block.value.json()));
    }

private:
    static std::string rawInputOf(const ToolUseBlock& block)
    {
        return block.rawInput.empty() ? textOfJson(block.input.json()) : block.rawInput;
    }
    [[nodiscard]] json pictureSource(const MediaBlock& block) const
    {
        if (!block.source.url.empty()) {
            return {{"type", "url"}, {"url", block.source.url}};
        }
        const auto bytes = context.bytesOf && isPictureType(block.source.mediaType) ? context.bytesOf(block.source.hash)
                                                                                    : std::optional<std::string>();
        if (!bytes) {
            return nullptr;
        }
        return {{"type", "base64"},
                {"media_type", block.source.mediaType},
                {"data", QByteArray::fromStdString(*bytes).toBase64().toStdString()}};
    }
};

} // namespace

json anthropicBlocks(const conversation::Message& message, bool isAssistant, const WriterContext& context,
                     LossCounter& losses)
{
    json blocks = json::array();
    for (const conversation::ContentBlock& block : message.content) {
        if (json written = std::visit(Writer{isAssistant, context, losses}, block); !written.is_null()) {
            blocks.push_back(std::move(written));
        }
    }
    return blocks;
}

} // namespace quarterdeck::formats
