#include "model/gateway/otlp/span_message_parts.h"

#include "model/conversation/attachments.h"
#include "model/formats/export/calls_and_results.h"
#include "model/gateway/mcp/tools.h"
#include "model/gateway/otlp/span_messages.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

namespace quarterdeck::gateway::otlp {

using formats::ResultPart;
using nlohmann::json;

namespace {

void addUnknown(SpanMessage& message, const json& value)
{
    message.content.emplace_back(conversation::UnknownBlock{conversation::JsonValue(value)});
}

/// Nested as OpenAI does it, or beside its kind.
json imageIn(const json& part)
{
    const json& nested = memberOf(part, "image_url");
    return nested.is_object() ? memberOf(nested, "url") : nested;
}

bool isPicture(const ResultPart& part)
{
    return part.kind == ResultPart::Kind::Media && part.media == conversation::MediaKind::Image && !part.url.empty();
}

/// Joins the texts of the pieces; if one is not text, all but pictures stay as pieces.
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

/// The first of these members that exists.
const json& anyOf(const json& object, std::initializer_list<const char*> names)
{
    static const json none;
    for (const char* name : names)
        if (const json& member = memberOf(object, name); !member.is_null())
            return member;
    return none;
}

/// Converts the pieces of a tool result of Bedrock, {"text"} or {"json"}, to text parts.
json piecesOf(const json& content)
{
    json pieces = json::array();
    for (const json& one : content.is_array() ? content : json::array()) {
        const json& text = anyOf(one, {"text", "json"});
        pieces.push_back(text.is_null() ? one : json{{"type", "text"}, {"text", textIn(text)}});
    }
    return content.is_array() ? pieces : content;
}

/// An address, or a data: URL if base64 was given.
std::string addressOf(const std::string& given, const std::string& mediaType)
{
    const bool isAddress = given.starts_with("data:") || given.find("://") != std::string::npos;
    return isAddress ? given : "data:" + mediaType + ";base64," + given;
}

/// A picture as Anthropic or Vercel's AI SDK writes it.
void addPicture(SpanMessage& message, const json& part)
{
    const json& source = memberOf(part, "source");
    const json& given = source.is_object() ? anyOf(source, {"url", "data"}) : memberOf(part, "image");
    const std::string mediaType =
        textIn(anyOf(source.is_object() ? source : part, {"media_type", "mediaType", "mimeType"}));
    if (given.is_string() && given != "")
        addImage(message, addressOf(textIn(given), mediaType.empty() ? "image/png" : mediaType));
    else
        addUnknown(message, part);
}

/// A tool result of Vercel's AI SDK: newer versions wrap the output as {type, value}.
void addSdkResult(SpanMessage& message, const json& part)
{
    const json& output = memberOf(part, "output");
    const std::string kind = textIn(memberOf(output, "type"));
    const bool isTyped = output.is_object() && output.contains("value");
    const bool isError = kind.starts_with("error") || memberOf(part, "isError") == true;
    addToolResult(message, textIn(memberOf(part, "toolCallId")), textIn(memberOf(part, "toolName")),
                  isTyped ? memberOf(output, "value") : anyOf(part, {"output", "result"}), isError);
}

/// Parts without a type: Bedrock and Gemini name each kind by a member.
void addUntyped(SpanMessage& message, const json& part)
{
    const json& call = anyOf(part, {"toolUse", "functionCall", "function_call"});
    const json& result = memberOf(part, "toolResult");
    const json& response = anyOf(part, {"functionResponse", "function_response"});
    const json& thought = memberOf(memberOf(memberOf(part, "reasoningContent"), "reasoningText"), "text");
    const json& data = anyOf(part, {"inlineData", "inline_data"});
    if (call.is_object())
        addToolCall(message, textIn(anyOf(call, {"toolUseId", "id"})), textIn(memberOf(call, "name")),
                    anyOf(call, {"input", "args"}));
    else if (result.is_object())
        addToolResult(message, textIn(memberOf(result, "toolUseId")), {}, piecesOf(memberOf(result, "content")),
                      memberOf(result, "status") == "error");
    else if (response.is_object())
        addToolResult(message, textIn(memberOf(response, "id")), textIn(memberOf(response, "name")),
                      memberOf(response, "response"));
    else if (thought.is_string() || memberOf(part, "thought") == true)
        message.content.emplace_back(
            conversation::ThinkingBlock{textIn(thought.is_string() ? thought : memberOf(part, "text")), {}});
    else if (part.contains("toolName"))
        addToolCall(message, textIn(memberOf(part, "toolCallId")), textIn(memberOf(part, "toolName")),
                    anyOf(part, {"input", "args"}));
    else if (data.is_object() && textIn(anyOf(data, {"mimeType", "mime_type"})).starts_with("image/"))
        addImage(message, addressOf(textIn(memberOf(data, "data")), textIn(anyOf(data, {"mimeType", "mime_type"}))));
    else if (const json& text = memberOf(part, "text"); text.is_string())
        addText(message, textIn(text));
    else
        addUnknown(message, part);
}

/// Otherwise a text that parses as a list is just text.
bool areParts(const json& list)
{
    return std::ranges::all_of(list, [](const json& one) {
        const json& known =
            anyOf(one,
                  {"text", "toolUse", "toolResult", "functionCall", "function_call", "toolName", "functionResponse",
                   "function_response", "reasoningContent", "inlineData", "inline_data"});
        return one.is_object() && (memberOf(one, "type").is_string() || !known.is_null());
    });
}

} // namespace

void addText(SpanMessage& message, std::string text)
{
    if (!text.empty())
        message.content.emplace_back(conversation::TextBlock{std::move(text)});
}

void addToolCall(SpanMessage& message, std::string id, std::string name, const json& arguments)
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

void addToolResult(SpanMessage& message, std::string id, std::string name, const json& result, bool isError)
{
    conversation::ToolResultBlock block;
    block.id = std::move(id);
    block.name = std::move(name);
    block.isError = isError;
    block.outputBlocks = conversation::JsonValue(structured(result));
    const std::vector<ResultPart> parts = formats::resultParts(block);
    // Nobody else may name what is stored here.
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

void addImage(SpanMessage& message, const std::string& url)
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

void addPart(SpanMessage& message, const json& part)
{
    const std::string kind = textIn(memberOf(part, "type"));
    const json& content = memberOf(part, "content");
    if (part.is_string())
        addText(message, textIn(part));
    else if (kind == "text" || kind == "input_text" || kind == "output_text")
        addText(message, textIn(content.is_null() ? memberOf(part, "text") : content));
    else if (kind == "reasoning" || kind == "thinking")
        message.content.emplace_back(
            conversation::ThinkingBlock{textIn(anyOf(part, {"content", "thinking", "text"})), {}});
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
    else if (kind == "image")
        addPicture(message, part);
    else if (kind == "tool-call")
        addToolCall(message, textIn(memberOf(part, "toolCallId")), textIn(memberOf(part, "toolName")),
                    anyOf(part, {"input", "args"}));
    else if (kind == "tool-result")
        addSdkResult(message, part);
    else if (kind == "refusal")
        addText(message, textIn(anyOf(part, {"refusal", "content"})));
    else if (kind.empty() && part.is_object())
        addUntyped(message, part);
    else
        addUnknown(message, part);
}

void addContent(SpanMessage& message, const json& content)
{
    const json value = structured(content);
    if (const json& parts = memberOf(value, "parts"); parts.is_array()) // Gemini's
        return addContent(message, parts);
    if (!value.is_array() || (content.is_string() && !areParts(value)))
        return addText(message, textIn(content));
    for (const json& part : value)
        addPart(message, part);
}

void addToolCalls(SpanMessage& message, const json& calls)
{
    const json list = structured(calls);
    if (!list.is_array())
        return;
    for (const json& call : list) {
        const json& function = memberOf(call, "function");
        const json& named = function.is_object() ? function : call;
        addToolCall(message, textIn(memberOf(call, "id")), textIn(memberOf(named, "name")),
                    anyOf(named, {"arguments", "args", "input"}));
    }
}

bool isOfResults(const json& content)
{
    const json value = structured(content);
    return value.is_array() && !value.empty() && std::ranges::all_of(value, [](const json& one) {
               const std::string kind = textIn(memberOf(one, "type"));
               return kind == "tool_result" || kind == "tool-result" || kind == "tool_call_response"
                   || !anyOf(one, {"toolResult", "functionResponse", "function_response"}).is_null();
           });
}

using conversation::ContentBlock;
using conversation::MediaBlock;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

namespace {

const std::string toolRole = "tool";
/// In no real conversation do more calls wait for their results.
constexpr std::size_t mostOpen = 1'000;

bool isResult(const ContentBlock& block) { return std::holds_alternative<ToolResultBlock>(block); }

/// Whether a tool gave the block; pictures follow the result they belong to, so what came before matters.
bool isOfTool(const ContentBlock& block, bool isBeforeOfTool)
{
    return isResult(block) || (isBeforeOfTool && std::holds_alternative<MediaBlock>(block));
}

/// Whether its bytes come with the message.
bool hasAttachment(const ContentBlock& block)
{
    const auto* media = std::get_if<MediaBlock>(&block);
    return media != nullptr && !media->source.hash.isEmpty();
}

/// Splits runs of results, and of other blocks, into messages of their own.
void split(SpanMessage message, std::vector<SpanMessage>& into)
{
    bool isBeforeOfTool = false;
    bool isFirst = true;
    auto attachment = message.attachments.begin(); // in the order of the blocks
    for (ContentBlock& block : message.content) {
        const bool isOfToolNow = isOfTool(block, isBeforeOfTool);
        if (isFirst || isOfToolNow != isBeforeOfTool) {
            SpanMessage part;
            part.role = isOfToolNow ? toolRole : message.role;
            part.name = isOfToolNow ? std::string() : message.name;
            part.isAnswer = message.isAnswer;
            into.push_back(std::move(part));
        }
        if (hasAttachment(block) && attachment != message.attachments.end())
            into.back().attachments.push_back(std::move(*attachment++));
        into.back().content.push_back(std::move(block));
        isBeforeOfTool = isOfToolNow;
        isFirst = false;
    }
}

/// Calls not answered yet, in order.
class OpenCalls
{
public:
    void look(ContentBlock& block)
    {
        if (const auto* call = std::get_if<ToolUseBlock>(&block)) {
            if (m_open.size() < mostOpen)
                m_open.push_back({call->id, call->name});
        } else if (auto* result = std::get_if<ToolResultBlock>(&block)) {
            pair(*result);
        }
    }

private:
    struct Call
    {
        std::string id;
        std::string name;
    };
    /// By id; if programs send none, calls are answered in order.
    void pair(ToolResultBlock& result)
    {
        const auto call = std::ranges::find_if(m_open, [&](const Call& one) {
            return result.id.empty() ? result.name.empty() || result.name == one.name : result.id == one.id;
        });
        if (call == m_open.end())
            return;
        result.id = call->id;
        if (result.name.empty())
            result.name = call->name;
        m_open.erase(call);
    }

    std::vector<Call> m_open;
};

} // namespace

void makeResult(SpanMessage& message, std::string callId)
{
    ToolResultBlock result;
    result.id = std::move(callId);
    result.name = std::exchange(message.name, {});
    std::erase_if(message.content, [&](const ContentBlock& block) {
        const auto* text = std::get_if<TextBlock>(&block);
        if (text != nullptr)
            result.output += (result.output.empty() ? "" : "\n") + text->text;
        return text != nullptr;
    });
    message.content.insert(message.content.begin(), std::move(result));
}

std::vector<SpanMessage> attachToolResults(std::vector<SpanMessage> messages)
{
    std::vector<SpanMessage> all;
    for (SpanMessage& message : messages) {
        if (message.role == toolRole && std::ranges::none_of(message.content, isResult))
            makeResult(message, {});
        // Results of a server's own tools are part of its answer.
        if (message.role != "assistant" && std::ranges::any_of(message.content, isResult))
            split(std::move(message), all);
        else
            all.push_back(std::move(message));
    }
    OpenCalls calls;
    for (SpanMessage& message : all)
        for (ContentBlock& block : message.content)
            calls.look(block);
    return all;
}

} // namespace quarterdeck::gateway::otlp
