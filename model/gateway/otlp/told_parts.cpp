#include "otlp/told_parts.h"

#include "conversation/stored_media.h"
#include "formats/result_parts.h"
#include "mcp/images.h"
#include "otlp/told_messages.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::otlp {

using formats::ResultPart;
using nlohmann::json;

namespace {

void addUnknown(ToldMessage& message, const json& value)
{
    message.content.emplace_back(conversation::UnknownBlock{conversation::JsonValue(value)});
}

/// As OpenAI nests it, or beside its kind.
json imageIn(const json& part)
{
    const json& nested = memberOf(part, "image_url");
    return nested.is_object() ? memberOf(nested, "url") : nested;
}

bool isPicture(const ResultPart& part)
{
    return part.kind == ResultPart::Kind::Media && part.media == conversation::MediaKind::Image && !part.url.empty();
}

/// The texts of the pieces; all but pictures stay as pieces where one is no text.
void takeText(conversation::ToolResultBlock& block, const std::vector<ResultPart>& parts)
{
    json others = json::array();
    bool areTexts = true;
    for (const ResultPart& part : parts) {
        if (isPicture(part))
            continue;
        others.push_back(part.value.json());
        areTexts = areTexts && part.kind == ResultPart::Kind::Text;
        if (!part.text.empty())
            block.output += (block.output.empty() ? "" : "\n") + part.text;
    }
    block.outputBlocks = areTexts ? conversation::JsonValue() : conversation::JsonValue(std::move(others));
}

} // namespace

void addText(ToldMessage& message, std::string text)
{
    if (!text.empty())
        message.content.emplace_back(conversation::TextBlock{std::move(text)});
}

void addToolCall(ToldMessage& message, std::string id, std::string name, const json& arguments)
{
    conversation::ToolUseBlock call;
    call.id = std::move(id);
    call.name = std::move(name);
    json input = structured(arguments);
    if (input.is_object())
        call.input = conversation::JsonValue(std::move(input));
    else
        call.rawInput = textIn(arguments);
    message.content.emplace_back(std::move(call));
}

void addToolResult(ToldMessage& message, std::string id, std::string name, const json& result, bool isError)
{
    conversation::ToolResultBlock block;
    block.id = std::move(id);
    block.name = std::move(name);
    block.isError = isError;
    block.outputBlocks = conversation::JsonValue(structured(result));
    const std::vector<ResultPart> parts = formats::resultParts(block);
    // What is stored here is nobody's to name.
    const bool isForeign = conversation::storedMediaOf(block).empty();
    const auto isOther = [](const ResultPart& part) { return part.kind == ResultPart::Kind::Other; };
    if (!isForeign || std::ranges::all_of(parts, isOther)) {
        block.output = textIn(result);
        block.outputBlocks = {};
        message.content.emplace_back(std::move(block));
        return;
    }
    takeText(block, parts);
    message.content.emplace_back(std::move(block));
    for (const ResultPart& part : parts)
        if (isPicture(part))
            addImage(message, part.url);
}

void addImage(ToldMessage& message, const std::string& url)
{
    conversation::MediaBlock block;
    if (url.starts_with("data:")) {
        auto images = mcp::imagesIn(json{{"images", json::array({url})}});
        if (!images)
            return addUnknown(message, json{{"type", "image"}, {"left_out", "it is no picture that can be shown"}});
        block = mcp::blockOf(images->front());
        message.attachments.push_back(std::move(images->front()));
    } else if (url.starts_with("https://") || url.starts_with("http://")) {
        block.source.url = url;
    } else {
        return addUnknown(message, json{{"type", "image"}, {"address", url}});
    }
    message.content.emplace_back(std::move(block));
}

void addPart(ToldMessage& message, const json& part)
{
    const std::string kind = textIn(memberOf(part, "type"));
    const json& content = memberOf(part, "content");
    if (part.is_string())
        addText(message, textIn(part));
    else if (kind == "text" || kind == "input_text" || kind == "output_text")
        addText(message, textIn(content.is_null() ? memberOf(part, "text") : content));
    else if (kind == "reasoning" || kind == "thinking")
        message.content.emplace_back(
            conversation::ThinkingBlock{textIn(content.is_null() ? memberOf(part, "thinking") : content), {}});
    else if (kind == "tool_call")
        addToolCall(message, textIn(memberOf(part, "id")), textIn(memberOf(part, "name")), memberOf(part, "arguments"));
    else if (kind == "tool_use")
        addToolCall(message, textIn(memberOf(part, "id")), textIn(memberOf(part, "name")), memberOf(part, "input"));
    else if (kind == "tool_result") {
        const bool isError = memberOf(part, "is_error") == true;
        addToolResult(message, textIn(memberOf(part, "tool_use_id")), {}, content, isError);
    } else if (kind == "tool_call_response") {
        const json& result = memberOf(part, "response");
        addToolResult(message, textIn(memberOf(part, "id")), textIn(memberOf(part, "name")),
                      result.is_null() ? memberOf(part, "result") : result);
    } else if (kind == "blob" && textIn(memberOf(part, "modality")) == "image")
        addImage(message, "data:" + textIn(memberOf(part, "mime_type")) + ";base64," + textIn(content));
    else if (kind == "uri" && textIn(memberOf(part, "modality")) == "image")
        addImage(message, textIn(memberOf(part, "uri")));
    else if (kind == "image_url" || kind == "input_image")
        addImage(message, textIn(imageIn(part)));
    else
        addUnknown(message, part);
}

void addContent(ToldMessage& message, const json& content)
{
    const json value = structured(content);
    if (!value.is_array())
        return addText(message, textIn(content));
    for (const json& part : value)
        addPart(message, part);
}

void addToolCalls(ToldMessage& message, const json& calls)
{
    const json list = structured(calls);
    if (!list.is_array())
        return;
    for (const json& call : list) {
        const json& function = memberOf(call, "function");
        const json& named = function.is_object() ? function : call;
        addToolCall(message, textIn(memberOf(call, "id")), textIn(memberOf(named, "name")),
                    memberOf(named, "arguments"));
    }
}

} // namespace quarterdeck::gateway::otlp
