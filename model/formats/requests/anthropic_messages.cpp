#include "model/conversation/decide/image_paths.h"
#include "model/formats/anthropic/write_blocks.h"
#include "model/formats/json/json_text.h"
#include "model/formats/requests/image_data.h"
#include "model/formats/requests/openai_tools.h"
#include "model/formats/requests/serialize_list.h"

#include <QByteArray>
#include <algorithm>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::MediaBlock;
using conversation::Message;
using conversation::Result;
using nlohmann::json;

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
