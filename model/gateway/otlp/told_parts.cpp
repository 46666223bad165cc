#include "otlp/told_parts.h"

#include "mcp/images.h"
#include "otlp/told_messages.h"

#include <utility>

namespace quarterdeck::gateway::otlp {

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

void addToolResult(ToldMessage& message, std::string id, std::string name, const json& result)
{
    conversation::ToolResultBlock block;
    block.id = std::move(id);
    block.name = std::move(name);
    block.output = textIn(result);
    message.content.emplace_back(std::move(block));
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
        message.content.emplace_back(conversation::ThinkingBlock{textIn(content), {}});
    else if (kind == "tool_call")
        addToolCall(message, textIn(memberOf(part, "id")), textIn(memberOf(part, "name")), memberOf(part, "arguments"));
    else if (kind == "tool_call_response") {
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
