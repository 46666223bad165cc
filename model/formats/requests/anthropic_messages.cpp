#include "model/formats/requests/anthropic_messages.h"

#include "model/conversation/decide/image_paths.h"
#include "model/formats/anthropic/write_blocks.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/requests/chat_request.h"
#include "model/formats/requests/openai_messages.h"
#include "model/formats/requests/streamed_reply.h"

#include <QByteArray>

#include <algorithm>
#include <map>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::JsonValue;
using nlohmann::json;

namespace {

/// A content block while it grows.
struct GrowingBlock
{
    std::string type;
    json start;       ///< as it began
    std::string text; ///< of a text or thinking block
    std::string signature;
    std::size_t call = 0; ///< of a tool: its place among the reply's calls
    SurrogateJoiner half{};
};

class AnthropicReply final : public ReplyReader
{
public:
    [[nodiscard]] std::vector<ContentBlock> blocks() const override;

protected:
    void take(const json& object) override;
    void takeBody(const json& object) override;

private:
    void takeMessage(const json& message);
    void begin(std::int64_t index, const json& block);
    void extend(GrowingBlock& block, const json& delta);
    void mergeUsage(const json& usage);
    void append(GrowingBlock& block, const std::string& text);
    void end(const GrowingBlock& block);

    std::map<std::int64_t, GrowingBlock> m_blocks;
};

std::int64_t indexOf(const json& object)
{
    const auto index = object.find("index");
    return index != object.end() && index->is_number_integer() ? index->get<std::int64_t>() : 0;
}

void grow(std::optional<std::string>& whole, const std::string& piece)
{
    if (!whole) {
        whole.emplace();
    }
    *whole += piece;
}

void keep(std::optional<std::string>& known, const json& object, const char* key)
{
    if (const std::string text = textMember(object, key); !text.empty()) {
        known = text;
    }
}

void AnthropicReply::take(const json& object)
{
    const std::string type = textMember(object, "type");
    if (type == "message_start") {
        takeMessage(object.value("message", json::object()));
    } else if (type == "content_block_start") {
        begin(indexOf(object), object.value("content_block", json::object()));
    } else if (type == "content_block_delta") {
        extend(m_blocks[indexOf(object)], object.value("delta", json::object()));
    } else if (type == "content_block_stop") {
        end(m_blocks[indexOf(object)]);
    } else if (type == "message_delta") {
        keep(m_reply.finishReason, object.value("delta", json::object()), "stop_reason");
        mergeUsage(object.value("usage", json()));
    } else if (type == "message_stop") {
        m_reply.isDone = true;
    }
    // `ping` and future kinds require nothing.
}

void AnthropicReply::takeBody(const json& object)
{
    takeMessage(object);
    keep(m_reply.finishReason, object, "stop_reason");
    std::int64_t index = 0;
    if (const json content = object.value("content", json()); content.is_array()) {
        for (const json& block : content) {
            begin(index, block);
            end(m_blocks[index]);
            ++index;
        }
    }
    m_reply.isDone = m_reply.finishReason.has_value();
}

void AnthropicReply::takeMessage(const json& message)
{
    keep(m_reply.id, message, "id");
    keep(m_reply.model, message, "model");
    keep(m_reply.role, message, "role");
    if (message.is_object()) {
        mergeUsage(message.value("usage", json()));
    }
}

void AnthropicReply::begin(std::int64_t index, const json& block)
{
    GrowingBlock& growing = m_blocks[index];
    growing = {textMember(block, "type"), block, {}, textMember(block, "signature"), 0, {}};
    if (growing.type == "tool_use") {
        growing.call = m_reply.toolCalls.size();
        m_reply.toolCalls.push_back({textMember(block, "id"), textMember(block, "name"), {}});
        // A stream starts with an empty object and then sends the input as text.
        const json input = block.value("input", json());
        append(growing, input.empty() ? std::string() : textOfJson(input));
    } else {
        append(growing, textMember(block, growing.type == "thinking" ? "thinking" : "text"));
    }
}

void AnthropicReply::append(GrowingBlock& block, const std::string& text)
{
    if (block.type == "tool_use") {
        m_reply.toolCalls[block.call].arguments += text;
        return;
    }
    block.text += text;
    if (block.type == "text") {
        grow(m_reply.content, text);
    } else if (block.type == "thinking") {
        grow(m_reply.reasoning, text);
    }
}

void AnthropicReply::extend(GrowingBlock& block, const json& delta)
{
    if (block.type.empty()) {
        // A delta without a start: its content tells what kind it is.
        block.type = delta.contains("thinking") ? "thinking" : "text";
    }
    for (const char* key : {"text", "thinking", "partial_json"}) {
        append(block, block.half.take(memberOf(delta, key)));
    }
    block.signature += textMember(delta, "signature");
}

void AnthropicReply::end(const GrowingBlock& block)
{
    if (block.type == "tool_use" && m_reply.toolCalls[block.call].arguments.empty()) {
        m_reply.toolCalls[block.call].arguments = "{}";
    }
}

void AnthropicReply::mergeUsage(const json& usage)
{
    if (usage.is_object()) {
        json merged = m_reply.usage.isNull() ? json::object() : m_reply.usage.json();
        merged.update(usage);
        m_reply.usage = JsonValue(std::move(merged));
    }
}

std::vector<ContentBlock> AnthropicReply::blocks() const
{
    std::vector<ContentBlock> blocks;
    for (const auto& [index, block] : m_blocks) {
        if (block.type == "text") {
            blocks.emplace_back(conversation::TextBlock{block.text});
        } else if (block.type == "thinking") {
            blocks.emplace_back(conversation::ThinkingBlock{block.text, block.signature});
        } else if (block.type == "tool_use") {
            const StreamedToolCall& call = m_reply.toolCalls[block.call];
            blocks.emplace_back(toolUseOf(call.id.value_or(""), call.name.value_or(""), call.arguments));
        } else if (block.start.is_object()) {
            blocks.emplace_back(conversation::UnknownBlock{JsonValue(block.start)});
        }
    }
    return blocks;
}

} // namespace

std::unique_ptr<ReplyReader> anthropicReplyReader() { return std::make_unique<AnthropicReply>(); }

using conversation::MediaBlock;
using conversation::Message;
using conversation::Result;

namespace {

constexpr int leastThinkingTokens = 1024;

bool isToolResult(const json& block) { return textMember(block, "type") == "tool_result"; }

/// Serializes one list; notes what is wanted and lost on the way.
class AnthropicMessages
{
public:
    AnthropicMessages(const ChatConfig& config, const SerializerContext& context) : m_config(config), m_context(context)
    { }

    void add(const Message& message, std::size_t place);
    [[nodiscard]] const std::string& failedUrl() const { return m_failedUrl; }
    [[nodiscard]] SerializedMessages take();

private:
    void put(const std::string& role, const Message& message, std::size_t place, bool areResults);
    [[nodiscard]] json sourceOf(const MediaBlock& media);
    [[nodiscard]] json fetchedSource(const std::string& url);
    [[nodiscard]] json refused(anthropic::Refused what, std::size_t place);

    const ChatConfig& m_config;
    const SerializerContext& m_context;
    SerializedMessages m_result;
    std::string m_system;
    json m_list = json::array();
    std::string m_failedUrl;
};

void AnthropicMessages::add(const Message& message, std::size_t place)
{
    if (message.role == "system" && m_list.empty()) {
        const std::string text = textOf(message);
        m_system += (m_system.empty() || text.empty() ? "" : "\n") + text;
    } else if (message.role == "assistant") {
        put("assistant", message, place, false);
        put("user", message, place, true);
    } else if (message.role == "user" || message.role == "tool" || message.role == "system") {
        put("user", message, place, true);
        put("user", message, place, false);
    } else {
        m_result.losses.push_back({place, SerializerLoss::What::Message});
    }
}

void AnthropicMessages::put(const std::string& role, const Message& message, std::size_t place, bool areResults)
{
    const anthropic::WriteBlocks options{
        role == "assistant", false, m_context.bytesOf, [this](const MediaBlock& media) { return sourceOf(media); },
        [&](const ContentBlock&, anthropic::Refused what) { return refused(what, place); }};
    json blocks = json::array();
    for (const ContentBlock& block : message.content) {
        if (std::holds_alternative<conversation::ToolResultBlock>(block) != areResults) {
            continue;
        }
        if (json written = anthropic::writeBlock(block, options); !written.is_null()) {
            blocks.push_back(std::move(written));
        }
    }
    if (blocks.empty()) {
        return;
    }
    if (m_list.empty() && role == "assistant") {
        m_list.push_back({{"role", "user"}, {"content", json::array({anthropic::textBlock(anthropic::opening)})}});
    }
    if (m_list.empty() || m_list.back()["role"] != role) {
        m_list.push_back({{"role", role}, {"content", std::move(blocks)}});
        return;
    }
    json& content = m_list.back()["content"];
    content.insert(content.end(), blocks.begin(), blocks.end());
    // Answers to calls must directly follow them.
    auto& elements = content.get_ref<json::array_t&>();
    std::stable_partition(elements.begin(), elements.end(), isToolResult);
}

json AnthropicMessages::refused(anthropic::Refused what, std::size_t place)
{
    using What = SerializerLoss::What;
    constexpr std::array losses = {
        std::pair{anthropic::Refused::Image, What::Image}, std::pair{anthropic::Refused::Audio, What::Audio},
        std::pair{anthropic::Refused::Video, What::Video}, std::pair{anthropic::Refused::File, What::File}};
    for (const auto& [refusal, loss] : losses) {
        if (refusal == what) {
            m_result.losses.push_back({place, loss});
        }
    }
    return nullptr;
}

json AnthropicMessages::sourceOf(const MediaBlock& media)
{
    const bool isImage = media.kind == conversation::MediaKind::Image;
    if (isImage ? !m_config.supportsImage : !m_config.supportsFile) {
        return nullptr;
    }
    if (media.source.url.empty()) {
        const auto bytes = m_context.bytesOf ? m_context.bytesOf(media.source.hash) : std::optional<std::string>();
        return bytes ? anthropic::dataSource(media.source.mediaType, *bytes) : json();
    }
    const bool isRemote = QByteArray::fromStdString(media.source.url.substr(0, 4)).toLower() == "http";
    if (isImage && m_config.supportsImageBase64Only && isRemote) {
        return fetchedSource(media.source.url);
    }
    return {{"type", "url"}, {"url", media.source.url}};
}

json AnthropicMessages::fetchedSource(const std::string& url)
{
    const auto fetched = m_context.fetched.find(url);
    if (fetched == m_context.fetched.end()) {
        m_result.wantedUrls.push_back(url);
        return {{"type", "url"}, {"url", url}}; // kept until the bytes have come
    }
    if (!fetched->second) {
        m_failedUrl = url;
        return nullptr;
    }
    const std::string told = conversation::imageTypeOf(*fetched->second);
    return anthropic::dataSource(told.empty() ? imageTypeOfUrl(url) : told, *fetched->second);
}

SerializedMessages AnthropicMessages::take()
{
    m_result.messages = conversation::JsonValue(std::move(m_list));
    if (!m_system.empty()) {
        m_result.topMembers = conversation::JsonValue(json{{"system", m_system}});
    }
    return std::move(m_result);
}

/// OpenAI's tool_choice in Anthropic's words; an object that already has one of Anthropic's types stays.
json toolChoiceOf(const json& choice)
{
    if (choice == "required") {
        return {{"type", "any"}};
    }
    if (choice.is_string()) {
        return {{"type", choice}};
    }
    if (textMember(choice, "type") == "function" && choice.contains("function")) {
        return {{"type", "tool"}, {"name", textMember(choice["function"], "name")}};
    }
    return choice;
}

/// "web_search_20250305" is the type of "web_search".
json providerTool(const std::string& name) { return {{"type", name}, {"name", name.substr(0, name.find("_20"))}}; }

json teamTool(const Tool& tool, const SerializerFixes& mends)
{
    json written{{"name", tool.name}, {"input_schema", schemaOf(tool.parameters, mends)}};
    if (tool.description) {
        written["description"] = *tool.description;
    }
    return written;
}

class AnthropicSerializer final : public ChatMessageSerializer
{
public:
    [[nodiscard]] Result<SerializedMessages> serializeMessages(std::span<const Message> messages,
                                                               const ChatConfig& config,
                                                               const SerializerContext& context) const override
    {
        return serializeList<AnthropicMessages>(messages, config, context);
    }

    [[nodiscard]] json serializeTools(std::span<const Tool> tools, const ChatConfig& config,
                                      const SerializerFixes& mends) const override
    {
        return toolList(tools, config, providerTool, [&](const Tool& tool) { return teamTool(tool, mends); });
    }

    void adapt(json& body, const ChatConfig& config, const ChatOptions& options) const override
    {
        for (const char* key : {"stream_options", "response_format", "preserve_thinking", "enable_thinking"}) {
            body.erase(key);
        }
        body.erase("thinking");
        const auto maxTokens = options.maxTokens.value_or(anthropic::defaultMaxTokens);
        body["max_tokens"] = maxTokens;
        if (config.supportsThinking && options.isThinkingEnabled == true && maxTokens > leastThinkingTokens) {
            body["thinking"] = {{"type", "enabled"},
                                {"budget_tokens", std::max<std::int64_t>(leastThinkingTokens, maxTokens / 2)}};
            body.erase("temperature"); // thinking takes none
        }
        if (const auto stop = body.find("stop"); stop != body.end()) {
            body["stop_sequences"] = *stop;
            body.erase("stop");
        }
        if (const auto choice = body.find("tool_choice"); choice != body.end()) {
            *choice = toolChoiceOf(*choice);
        }
    }
};

} // namespace

std::unique_ptr<ChatMessageSerializer> anthropicSerializer() { return std::make_unique<AnthropicSerializer>(); }

} // namespace quarterdeck::formats
