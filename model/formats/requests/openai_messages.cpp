#include "model/formats/requests/openai_messages.h"

#include "model/conversation/decide/image_paths.h"
#include "model/formats/json/json_text.h"
#include "model/formats/requests/chat_request.h"

#include <QByteArray>
#include <QString>

#include <algorithm>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

void addMembers(json& object, const std::vector<ToolParameter>& parameters, const SerializerFixes& mends);

json baseSchemaOf(const ToolParameter& parameter)
{
    json schema = json::object();
    if (parameter.type) {
        schema["type"] = *parameter.type;
    }
    if (parameter.description) {
        schema["description"] = *parameter.description;
    }
    if (parameter.allowed) {
        schema["enum"] = *parameter.allowed;
    }
    return schema;
}

/// What an array holds if only `children` say so: a single unnamed child is the element, otherwise they are the members
/// of an object.
std::vector<ToolParameter> itemsFromChildren(const ToolParameter& array)
{
    if (array.children.empty()) {
        return {};
    }
    if (array.children.size() == 1 && array.children.front().name.empty()) {
        return {array.children.front()};
    }
    ToolParameter object;
    object.type = "object";
    object.children = array.children;
    return {object};
}

json schemaOfParameter(const ToolParameter& parameter, const SerializerFixes& mends)
{
    json schema = baseSchemaOf(parameter);
    if (parameter.type == "object" && !parameter.children.empty()) {
        addMembers(schema, parameter.children, mends);
    } else if (parameter.type == "array") {
        const auto items =
            parameter.items.empty() && mends.readsItemsFromChildren ? itemsFromChildren(parameter) : parameter.items;
        if (!items.empty()) {
            schema["items"] = schemaOfParameter(items.front(), mends);
        }
    }
    return schema;
}

void addMembers(json& object, const std::vector<ToolParameter>& parameters, const SerializerFixes& mends)
{
    object["properties"] = json::object();
    for (const ToolParameter& parameter : parameters) {
        object["properties"][parameter.name] = schemaOfParameter(parameter, mends);
        if (parameter.isRequired) {
            object["required"].push_back(parameter.name);
        }
    }
}

} // namespace

json schemaOf(const std::vector<ToolParameter>& parameters, const SerializerFixes& mends)
{
    json schema{{"type", "object"}};
    addMembers(schema, parameters, mends);
    return schema;
}

json openAiTools(std::span<const Tool> tools, const ChatConfig& config, const SerializerFixes& mends)
{
    const auto ofProvider = [](const std::string& name) { return json{{"type", name}}; };
    return toolList(tools, config, ofProvider, [&](const Tool& tool) {
        json function{{"name", tool.name}, {"parameters", schemaOf(tool.parameters, mends)}};
        if (tool.description) {
            function["description"] = *tool.description;
        }
        return json{{"type", "function"}, {"function", std::move(function)}};
    });
}

using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::Message;
using conversation::Result;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

namespace {

struct KindRule
{
    MediaKind kind;
    const char* part;
    bool ChatConfig::*isSupported;
    SerializerLoss::What loss;
};

/// In the order in which the parts stand.
constexpr std::array kindRules = {
    KindRule{MediaKind::Image, "image_url", &ChatConfig::supportsImage, SerializerLoss::What::Image},
    KindRule{MediaKind::Audio, "audio_url", &ChatConfig::supportsAudio, SerializerLoss::What::Audio},
    KindRule{MediaKind::Video, "video_url", &ChatConfig::supportsVideo, SerializerLoss::What::Video},
    KindRule{MediaKind::File, "file_url", &ChatConfig::supportsFile, SerializerLoss::What::File},
};

/// Like Java's Character.isWhitespace, which excludes no-break spaces.
bool isBlank(QChar one)
{
    const char16_t code = one.unicode();
    const bool isHolding = code == 0x85 || code == 0xA0 || code == 0x2007 || code == 0x202F;
    return (one.isSpace() && !isHolding) || (code >= 0x1C && code <= 0x1F);
}

bool hasText(const std::string& text)
{
    const QString read = QString::fromStdString(text);
    return !std::all_of(read.begin(), read.end(), isBlank);
}

std::string argumentsOf(const ToolUseBlock& call)
{
    if (!call.rawInput.empty() || call.input.isNull()) {
        return call.rawInput;
    }
    return textOfJson(call.input.json());
}

void setText(json& object, const char* key, const std::optional<std::string>& text)
{
    if (text) {
        object[key] = *text;
    }
}

void setIfAny(json& object, const char* key, const std::string& text)
{
    if (!text.empty()) {
        object[key] = text;
    }
}

/// The members in the order in which Agents-Flex' maps give them, as text.
std::string callsAsText(const std::vector<ToolUseBlock>& calls)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const ToolUseBlock& call : calls) {
        nlohmann::ordered_json function = nlohmann::ordered_json::object();
        if (!call.name.empty()) {
            function["name"] = call.name;
        }
        function["arguments"] = argumentsOf(call);
        nlohmann::ordered_json entry{{"function", function}};
        if (!call.id.empty()) {
            entry["id"] = call.id;
        }
        entry["type"] = "function";
        list.push_back(entry);
    }
    return list.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Serializes one list; notes what is wanted and lost on the way.
class OpenAiMessages
{
public:
    OpenAiMessages(const ChatConfig& config, const SerializerContext& context)
        : m_config(config)
        , m_context(context) { }

    void add(const Message& message, std::size_t place);
    [[nodiscard]] const std::string& failedUrl() const { return m_failedUrl; }
    [[nodiscard]] SerializedMessages take()
    {
        m_result.messages = conversation::JsonValue(std::move(m_list));
        return std::move(m_result);
    }

private:
    void addUser(const Message& message, std::size_t place);
    void addAssistant(const Message& message);
    void addTool(const Message& message);
    void addToolResult(const std::string& id, const std::optional<std::string>& content);
    [[nodiscard]] bool passes(const KindRule& rule, bool isGateOpen) const;
    void addMedia(json& parts, const KindRule& rule, const std::vector<MediaBlock>& media, bool isGateOpen,
                  std::size_t place);
    [[nodiscard]] std::optional<std::string> addressOf(const MediaBlock& media);
    [[nodiscard]] std::optional<std::string> fetchedAddress(const std::string& url);

    const ChatConfig& m_config;
    const SerializerContext& m_context;
    SerializedMessages m_result;
    json m_list = json::array();
    std::string m_failedUrl;
};

void OpenAiMessages::add(const Message& message, std::size_t place)
{
    if (message.role == "user") {
        addUser(message, place);
    } else if (message.role == "assistant") {
        addAssistant(message);
    } else if (message.role == "tool") {
        addTool(message);
    } else if (message.role == "system") {
        json object{{"role", "system"}};
        setText(object, "content", textContent(message));
        m_list.push_back(std::move(object));
    } else if (m_context.mends.leavesOutOtherRoles) {
        m_result.losses.push_back({place, SerializerLoss::What::Message});
    } else {
        m_list.push_back(json::object());
    }
}

bool OpenAiMessages::passes(const KindRule& rule, bool isGateOpen) const
{
    return m_context.mends.gatesEachKind ? m_config.*rule.isSupported : isGateOpen;
}

void OpenAiMessages::addUser(const Message& message, std::size_t place)
{
    const auto media = blocksOf<MediaBlock>(message);
    const bool isGateOpen = std::ranges::any_of(kindRules, [&](const KindRule& rule) {
        return m_config.*rule.isSupported
            && std::ranges::any_of(media, [&](const MediaBlock& one) { return one.kind == rule.kind; });
    });
    json object{{"role", "user"}};
    const auto text = textContent(message);
    json parts = json::array();
    for (const KindRule& rule : kindRules) {
        addMedia(parts, rule, media, isGateOpen, place);
    }
    if (isGateOpen) {
        json first{{"type", "text"}};
        setText(first, "text", text);
        parts.insert(parts.begin(), std::move(first));
        object["content"] = std::move(parts);
    } else {
        setText(object, "content", text);
    }
    m_list.push_back(std::move(object));
}

void OpenAiMessages::addMedia(json& parts, const KindRule& rule, const std::vector<MediaBlock>& media, bool isGateOpen,
                              std::size_t place)
{
    for (const MediaBlock& one : media) {
        if (one.kind != rule.kind) {
            continue;
        }
        const auto address = passes(rule, isGateOpen) ? addressOf(one) : std::nullopt;
        if (address) {
            parts.push_back({{"type", rule.part}, {rule.part, {{"url", *address}}}});
        } else {
            m_result.losses.push_back({place, rule.loss});
        }
    }
}

std::optional<std::string> OpenAiMessages::addressOf(const MediaBlock& media)
{
    if (media.source.url.empty()) {
        const auto bytes = m_context.bytesOf ? m_context.bytesOf(media.source.hash) : std::optional<std::string>();
        return bytes ? std::optional(dataUrl(media.source.mediaType, *bytes)) : std::nullopt;
    }
    const bool isRemote = QByteArray::fromStdString(media.source.url.substr(0, 4)).toLower() == "http";
    if (media.kind == MediaKind::Image && m_config.supportsImageBase64Only && isRemote) {
        return fetchedAddress(media.source.url);
    }
    return media.source.url;
}

std::optional<std::string> OpenAiMessages::fetchedAddress(const std::string& url)
{
    const auto fetched = m_context.fetched.find(url);
    if (fetched == m_context.fetched.end()) {
        m_result.wantedUrls.push_back(url);
        return url; // kept until the bytes have come
    }
    if (!fetched->second) {
        m_failedUrl = url;
        return std::nullopt;
    }
    const std::string told = m_context.mends.readsTypeFromBytes ? conversation::imageTypeOf(*fetched->second) : "";
    return dataUrl(told.empty() ? imageTypeOfUrl(url) : told, *fetched->second);
}

void OpenAiMessages::addAssistant(const Message& message)
{
    json object{{"role", "assistant"}};
    setText(object, "content", textContent(message));
    const auto calls = blocksOf<ToolUseBlock>(message);
    if (!calls.empty() && !m_config.supportsToolMessage) {
        object = {{"role", "system"}, {"content", callsAsText(calls)}};
    } else if (!calls.empty()) {
        // Some models would mistake the text beside a call for thinking.
        object["content"] = "";
        for (const ToolUseBlock& call : calls) {
            json function{{"arguments", argumentsOf(call)}};
            setIfAny(function, "name", call.name);
            json entry{{"type", "function"}, {"function", std::move(function)}};
            setIfAny(entry, "id", call.id);
            object["tool_calls"].push_back(std::move(entry));
        }
        std::string thinking;
        for (const auto& block : blocksOf<conversation::ThinkingBlock>(message)) {
            thinking += block.text;
        }
        if (m_config.preservesThinking && hasText(thinking)) {
            object["reasoning_content"] = thinking;
        }
    }
    m_list.push_back(std::move(object));
}

void OpenAiMessages::addTool(const Message& message)
{
    const auto results = blocksOf<ToolResultBlock>(message);
    for (const ToolResultBlock& result : results) {
        addToolResult(result.id, result.output);
    }
    if (results.empty()) {
        addToolResult({}, textContent(message));
    }
}

void OpenAiMessages::addToolResult(const std::string& id, const std::optional<std::string>& content)
{
    if (m_config.supportsToolMessage) {
        json object{{"role", "tool"}};
        setText(object, "content", content);
        setIfAny(object, "tool_call_id", id);
        m_list.push_back(std::move(object));
        return;
    }
    nlohmann::ordered_json text = nlohmann::ordered_json::object();
    if (!id.empty()) {
        text["tool_call_id"] = id;
    }
    if (content) {
        text["content"] = *content;
    }
    m_list.push_back({{"role", "system"}, {"content", text.dump(-1, ' ', false, json::error_handler_t::replace)}});
}

class OpenAiSerializer final : public ChatMessageSerializer
{
public:
    [[nodiscard]] Result<SerializedMessages> serializeMessages(std::span<const Message> messages,
                                                               const ChatConfig& config,
                                                               const SerializerContext& context) const override
    {
        if (messages.empty()) {
            return SerializedMessages{};
        }
        return serializeList<OpenAiMessages>(messages, config, context);
    }
    [[nodiscard]] json serializeTools(std::span<const Tool> tools, const ChatConfig& config,
                                      const SerializerFixes& mends) const override
    {
        return openAiTools(tools, config, mends);
    }
};

} // namespace

std::unique_ptr<ChatMessageSerializer> openAiSerializer() { return std::make_unique<OpenAiSerializer>(); }

} // namespace quarterdeck::formats
