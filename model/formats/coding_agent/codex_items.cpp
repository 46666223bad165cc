#include "model/formats/coding_agent/codex_items.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/parse_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/data_url.h"
#include "model/formats/openai/tool_calls.h"

namespace quarterdeck::formats::codex {

using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using conversation::UnknownBlock;
using nlohmann::json;

namespace {

conversation::ContentBlock readPart(const json& part, const ReadLimits& limits, ParsedItem& item)
{
    const std::string type = textMember(part, "type");
    if (type == "input_text" || type == "output_text" || type == "text") {
        return TextBlock{textMember(part, "text")};
    }
    const std::string address = type == "input_image" ? textMember(part, "image_url") : std::string();
    if (address.empty()) {
        return UnknownBlock{JsonValue(part)};
    }
    MediaBlock media;
    media.source.url = address;
    if (address.starts_with("data:")) {
        auto data = readDataUrl(address, limits.maxAttachmentBytes);
        if (!data) {
            item.hasBrokenImage = true;
            return UnknownBlock{JsonValue(part)};
        }
        media.source = {data->hash, {}, data->mediaType, {}, static_cast<std::int64_t>(data->bytes.size()), 0, 0};
        item.attachments.push_back(std::move(*data));
    }
    return media;
}

bool addParts(const json& content, const ReadLimits& limits, ParsedItem& item)
{
    if (auto text = python_json::shownText(content)) {
        item.blocks.emplace_back(TextBlock{std::move(*text)});
        return true;
    }
    if (!content.is_array()) {
        return content.is_null();
    }
    for (const json& part : content) {
        item.blocks.push_back(readPart(part, limits, item));
    }
    return true;
}

/// The summary of what a model thought, and the thought where it is not encrypted.
void addReasoning(const json& source, ParsedItem& item)
{
    std::string text;
    for (const char* list : {"summary", "content"}) {
        const json parts = memberOf(source, list);
        if (!parts.is_array()) {
            continue;
        }
        for (const json& part : parts) {
            const std::string one = textMember(part, "text");
            text += (text.empty() || one.empty() ? "" : "\n\n") + one;
        }
    }
    if (!text.empty()) {
        item.blocks.emplace_back(conversation::ThinkingBlock{text, {}});
    }
}

/// Codex writes some outputs as JSON text `{"output", "metadata": {"exit_code"}}`.
void setOutput(ToolResultBlock& result, const std::string& text, const ReadLimits& limits)
{
    const json parsed = text.starts_with("{\"output\"") ? parseText(text, limits).value_or(json()) : json();
    if (!memberOf(parsed, "output").is_string()) {
        result.output = text;
        return;
    }
    result.output = parsed["output"].get<std::string>();
    const json exitCode = memberOf(memberOf(parsed, "metadata"), "exit_code");
    result.isError = exitCode.is_number() && exitCode != 0;
}

void addResult(const json& source, const ReadLimits& limits, ParsedItem& item)
{
    ToolResultBlock result;
    result.id = textMember(source, "call_id");
    json output = memberOf(source, "output");
    if (output.is_object()) {
        result.isError = memberOf(output, "success") == false;
        output = memberOf(output, "content");
    }
    if (const auto text = python_json::shownText(output)) {
        setOutput(result, *text, limits);
        item.blocks.emplace_back(std::move(result));
        return;
    }
    ParsedItem parts;
    if (!addParts(output, limits, parts)) {
        result.output = textOfJson(output);
    }
    for (const auto& block : parts.blocks) {
        if (const auto* text = std::get_if<TextBlock>(&block)) {
            result.output += (result.output.empty() ? "" : "\n") + text->text;
        }
    }
    item.blocks.emplace_back(std::move(result));
    std::erase_if(parts.blocks, [](const auto& block) { return std::holds_alternative<TextBlock>(block); });
    item.blocks.insert(item.blocks.end(), parts.blocks.begin(), parts.blocks.end());
    item.attachments = std::move(parts.attachments);
    item.hasBrokenImage = parts.hasBrokenImage;
}

/// A call of a built-in tool: its action is its input.
ToolUseBlock actionOf(const json& source, const std::string& type)
{
    ToolUseBlock use;
    const std::string id = textMember(source, "call_id");
    use.id = id.empty() ? textMember(source, "id") : id;
    use.name = type.substr(0, type.size() - std::string_view("_call").size());
    use.input = JsonValue(memberOf(source, "action"));
    return use;
}

} // namespace

std::optional<ParsedItem> readItem(const json& source, const ReadLimits& limits)
{
    ParsedItem item;
    const std::string type = textMember(source, "type");
    item.isAnswer = true;
    if (type == "message") {
        item.isAnswer = textMember(source, "role") == "assistant";
        return addParts(memberOf(source, "content"), limits, item) ? std::optional(std::move(item)) : std::nullopt;
    }
    if (type == "reasoning") {
        addReasoning(source, item);
    } else if (type == "function_call" || type == "custom_tool_call") {
        const char* input = type == "function_call" ? "arguments" : "input";
        item.blocks.emplace_back(
            toolUseOf(textMember(source, "call_id"), textMember(source, "name"), textMember(source, input), limits));
    } else if (type == "local_shell_call" || type == "web_search_call") {
        item.blocks.emplace_back(actionOf(source, type));
    } else if (type == "function_call_output" || type == "custom_tool_call_output") {
        item.isAnswer = false;
        item.isResult = true;
        addResult(source, limits, item);
    } else if (type != "ghost_snapshot" && type != "compaction" && type != "compaction_summary") {
        item.blocks.emplace_back(UnknownBlock{JsonValue(source)});
    }
    return item;
}

} // namespace quarterdeck::formats::codex
