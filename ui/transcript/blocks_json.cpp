#include "transcript/blocks_json.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>
#include <variant>

namespace quarterdeck::ui::transcript {

namespace {

using namespace conversation;
using nlohmann::json;

struct Blocks
{
    Q_DECLARE_TR_FUNCTIONS(Blocks)
};

std::string cut(const std::string& text)
{
    if (text.size() <= longestBlockText)
        return text;
    std::size_t end = longestBlockText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end; // not inside a character
    const QString note =
        Blocks::tr("This text is longer than what is shown here: %1 bytes were left out.").arg(text.size() - end);
    return text.substr(0, end) + "\n\n" + note.toStdString();
}

const char* wordFor(MediaKind kind)
{
    switch (kind) {
    case MediaKind::Image:
        return "image";
    case MediaKind::Audio:
        return "audio";
    case MediaKind::Video:
        return "video";
    case MediaKind::File:
        break;
    }
    return "file";
}

struct BlockJson
{
    json operator()(const TextBlock& block) const { return {{"type", "text"}, {"text", cut(block.text)}}; }

    json operator()(const ThinkingBlock& block) const { return {{"type", "thinking"}, {"text", cut(block.text)}}; }

    json operator()(const MediaBlock& block) const
    {
        const MediaSource& source = block.source;
        json media{{"type", wordFor(block.kind)}, {"mediaType", source.mediaType}, {"name", source.name}};
        if (!source.hash.isEmpty())
            media["hash"] = source.hash.str();
        else if (!source.url.empty())
            media["url"] = cut(source.url);
        if (source.width > 0 && source.height > 0) {
            media["width"] = source.width;
            media["height"] = source.height;
        }
        if (source.size > 0)
            media["size"] = source.size;
        return media;
    }

    json operator()(const ToolUseBlock& block) const
    {
        json use{{"type", "tool_use"}, {"id", block.id}, {"name", block.name}, {"input", block.input.json()}};
        if (!block.rawInput.empty())
            use["rawInput"] = cut(block.rawInput);
        return use;
    }

    json operator()(const ToolResultBlock& block) const
    {
        json result{{"type", "tool_result"}, {"id", block.id}, {"name", block.name}, {"output", cut(outputOf(block))}};
        if (block.isError)
            result["isError"] = true;
        return result;
    }

    json operator()(const UnknownBlock& block) const { return {{"type", "unknown"}, {"value", block.value.json()}}; }

private:
    static std::string outputOf(const ToolResultBlock& block)
    {
        if (!block.output.empty() || block.outputBlocks.isNull())
            return block.output;
        return block.outputBlocks.json().dump(2, ' ', false, json::error_handler_t::replace);
    }
};

} // namespace

json blocksJson(const Message& message)
{
    json blocks = json::array();
    for (const ContentBlock& block : message.content)
        blocks.push_back(std::visit(BlockJson{}, block));
    if (message.instructContent)
        blocks.push_back({{"type", "structured"}, {"value", message.instructContent->value.json()}});
    return blocks;
}

json blocksJson(const std::vector<MediaBlock>& media)
{
    json blocks = json::array();
    for (const MediaBlock& block : media)
        blocks.push_back(BlockJson{}(block));
    return blocks;
}

} // namespace quarterdeck::ui::transcript
