#include "chat_values.h"

#include <QByteArray>

namespace quarterdeck::vectors {

using conversation::MediaKind;
using nlohmann::json;

namespace {

json member(const json& object, const char* key) { return object.is_object() ? object.value(key, json()) : json(); }

std::string textOf(const json& object, const char* key)
{
    const json value = member(object, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<std::string> optionalText(const json& object, const char* key)
{
    const json value = member(object, key);
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

/// Reads one vector and remembers the first thing that has no place.
class Reader
{
public:
    explicit Reader(const json& vector) : m_vector(vector) { }

    ChatInput read()
    {
        for (const json& message : member(m_vector, "messages")) {
            readMessage(message);
        }
        for (const json& tool : member(m_vector, "tools")) {
            readTool(tool);
        }
        readConfig();
        readOptions();
        const json resources = member(m_vector, "resources");
        for (const auto& [url, data] : resources.items()) {
            m_input.resources[url] =
                QByteArray::fromBase64(QByteArray::fromStdString(data.get<std::string>())).toStdString();
        }
        for (const char* key : {"expect_messages_error", "expect_tools_error"}) {
            if (m_vector.contains(key) && m_vector[key] != "IllegalArgumentException") {
                lacks("an error of Java (" + textOf(m_vector, key) + ")");
            }
        }
        return std::move(m_input);
    }

private:
    void lacks(const std::string& what)
    {
        if (m_input.inexpressible.empty()) {
            m_input.inexpressible = what;
        }
    }
    /// Empty means absent in our types.
    std::string idOf(const json& object, const char* key)
    {
        if (member(object, key) == "") {
            lacks(std::string(key) + " that is empty and not absent");
        }
        return textOf(object, key);
    }
    void readMessage(const json& value)
    {
        if (!value.is_object()) {
            lacks("a list entry that is null");
            return;
        }
        conversation::Message message;
        message.role = textOf(value, "role");
        message.metadata = conversation::JsonValue(member(value, "metadata"));
        readContent(value, message);
        const std::vector<std::pair<const char*, MediaKind>> kinds = {{"images", MediaKind::Image},
                                                                      {"audios", MediaKind::Audio},
                                                                      {"videos", MediaKind::Video},
                                                                      {"files", MediaKind::File}};
        for (const auto& [key, kind] : kinds) {
            for (const json& url : member(value, key)) {
                readMedia(url, kind, message);
            }
        }
        for (const json& call : member(value, "tool_calls")) {
            readCall(call, message);
        }
        m_input.messages.push_back(std::move(message));
    }
    void readContent(const json& value, conversation::Message& message)
    {
        std::optional<std::string> text = optionalText(value, "content");
        for (const json& set : member(value, "content_sets")) {
            if (set.is_string()) {
                text = text.value_or("") + set.get<std::string>();
            }
        }
        if (message.role == "tool") {
            conversation::ToolResultBlock result;
            result.id = idOf(value, "tool_call_id");
            result.output = text.value_or("");
            if (!text) {
                lacks("a tool's result without content");
            }
            message.content.emplace_back(std::move(result));
            return;
        }
        if (const auto thinking = optionalText(value, "reasoning")) {
            message.content.emplace_back(conversation::ThinkingBlock{*thinking, {}});
        }
        if (text) {
            message.content.emplace_back(conversation::TextBlock{*text});
        }
    }
    void readMedia(const json& url, MediaKind kind, conversation::Message& message)
    {
        if (!url.is_string() || url == "") {
            lacks("a medium without an address");
            return;
        }
        conversation::MediaBlock media;
        media.kind = kind;
        media.source.url = url.get<std::string>();
        message.content.emplace_back(std::move(media));
    }
    void readCall(const json& value, conversation::Message& message)
    {
        if (!value.is_object() || !member(value, "arguments").is_string()) {
            lacks("a tool call without arguments");
            return;
        }
        conversation::ToolUseBlock call;
        call.id = idOf(value, "id");
        call.name = idOf(value, "name");
        call.rawInput = textOf(value, "arguments");
        message.content.emplace_back(std::move(call));
    }
    formats::ToolParameter readParameter(const json& value)
    {
        formats::ToolParameter parameter;
        if (!value.is_object()) {
            lacks("a parameter that is null");
            return parameter;
        }
        parameter.name = textOf(value, "name");
        if (value.contains("type")) {
            parameter.type = optionalText(value, "type");
        }
        parameter.description = optionalText(value, "description");
        parameter.isRequired = value.value("required", json()) == true;
        if (const json allowed = member(value, "enum"); allowed.is_array()) {
            parameter.allowed.emplace();
            for (const json& one : allowed) {
                if (!one.is_string()) {
                    lacks("an enum of other values than texts");
                    continue;
                }
                parameter.allowed->push_back(one.get<std::string>());
            }
        }
        for (const json& child : member(value, "children")) {
            parameter.children.push_back(readParameter(child));
        }
        if (const json items = member(value, "items"); !items.is_null()) {
            parameter.items.push_back(readParameter(items));
        }
        return parameter;
    }
    void readTool(const json& value)
    {
        if (!value.is_object() || !member(value, "name").is_string()) {
            lacks("a tool without a name");
            return;
        }
        formats::Tool tool;
        tool.name = textOf(value, "name");
        tool.description = optionalText(value, "description");
        tool.isProvider = value.value("provider", json()) == true;
        for (const json& parameter : member(value, "parameters")) {
            tool.parameters.push_back(readParameter(parameter));
            if (!member(parameter, "name").is_string()) {
                lacks("a member of an object without a name");
            }
        }
        m_input.tools.push_back(std::move(tool));
    }
    void readConfig()
    {
        const json config = member(m_vector, "config");
        const auto flag = [&](const char* key, bool& to) {
            if (const json value = member(config, key); value.is_boolean()) {
                to = value.get<bool>();
            }
        };
        formats::ChatConfig& to = m_input.config;
        to.model = "m";
        flag("supportImage", to.supportsImage);
        flag("supportImageBase64Only", to.supportsImageBase64Only);
        flag("supportAudio", to.supportsAudio);
        flag("supportVideo", to.supportsVideo);
        flag("supportFile", to.supportsFile);
        flag("supportTool", to.supportsTool);
        flag("supportToolMessage", to.supportsToolMessage);
        flag("supportThinking", to.supportsThinking);
        flag("preserveThinking", to.preservesThinking);
        for (const json& tool : member(config, "supportProviderTools")) {
            to.providerTools.insert(tool.get<std::string>());
        }
        const std::string protocol = textOf(config, "thinkingProtocol");
        to.thinkingProtocol = protocol == "qwen" ? formats::ThinkingProtocol::Qwen
            : protocol == "deepseek"             ? formats::ThinkingProtocol::DeepSeek
            : protocol == "ollama"               ? formats::ThinkingProtocol::Ollama
                                                 : formats::ThinkingProtocol::None;
    }
    void readOptions()
    {
        const json options = member(m_vector, "options");
        const auto number = [&](const char* key) {
            const json value = member(options, key);
            return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
        };
        formats::ChatOptions& to = m_input.options;
        to.model = textOf(options, "model");
        to.temperature = number("temperature");
        to.topP = number("topP");
        if (const auto tokens = number("maxTokens")) {
            to.maxTokens = static_cast<std::int64_t>(*tokens);
        }
        for (const json& stop : member(options, "stop")) {
            to.stop.push_back(stop.get<std::string>());
        }
        to.responseFormat = conversation::JsonValue(member(options, "responseFormat"));
        to.toolChoice = conversation::JsonValue(member(m_vector, "tool_choice"));
        if (const json value = member(options, "thinkingEnabled"); value.is_boolean()) {
            to.isThinkingEnabled = value.get<bool>();
        }
        to.includesUsage = member(options, "includeUsage") != false;
        to.isStreaming = member(m_vector, "streaming") == true;
        to.extraBody = conversation::JsonValue(member(options, "extraBody"));
    }

    const json& m_vector;
    ChatInput m_input;
};

} // namespace

ChatInput chatInputOf(const json& vector) { return Reader(vector).read(); }

} // namespace quarterdeck::vectors
