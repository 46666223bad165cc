#include "model/formats/requests/chat_request.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

#include <map>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

template <typename T>
void setIfGiven(json& body, const char* key, const std::optional<T>& value)
{
    if (value) {
        body[key] = *value;
    }
}

/// Without members that are null, at any depth, as Agents-Flex writes JSON; nulls of lists stay.
json withoutNulls(const json& value)
{
    if (!value.is_structured()) {
        return value;
    }
    json kept = value.is_object() ? json::object() : json::array();
    for (const auto& [key, member] : value.items()) {
        if (value.is_array()) {
            kept.push_back(withoutNulls(member));
        } else if (!member.is_null()) {
            kept[key] = withoutNulls(member);
        }
    }
    return kept;
}

json baseOf(const ChatConfig& config, const ChatOptions& options)
{
    const bool hasModel = options.model.find_first_not_of(" \t\r\n") != std::string::npos;
    json body{{"model", hasModel ? options.model : config.model}};
    if (options.isStreaming) {
        body["stream"] = true;
    }
    setIfGiven(body, "top_p", options.topP);
    setIfGiven(body, "temperature", options.temperature);
    setIfGiven(body, "max_tokens", options.maxTokens);
    if (!options.stop.empty()) {
        body["stop"] = options.stop;
    }
    if (!options.responseFormat.json().empty()) {
        body["response_format"] = withoutNulls(options.responseFormat.json());
    }
    return body;
}

void addThinking(json& body, const ChatConfig& config, const ChatOptions& options)
{
    if (config.preservesThinking) {
        body["preserve_thinking"] = true;
    }
    if (!config.supportsThinking || !options.isThinkingEnabled) {
        return;
    }
    const bool isEnabled = *options.isThinkingEnabled;
    switch (config.thinkingProtocol) {
    case ThinkingProtocol::None:
        break;
    case ThinkingProtocol::Qwen:
        body["enable_thinking"] = isEnabled;
        break;
    case ThinkingProtocol::DeepSeek:
        body["thinking"] = {{"type", isEnabled ? "enabled" : "disabled"}};
        break;
    case ThinkingProtocol::Ollama:
        body["thinking"] = isEnabled;
        break;
    }
}

void addExtra(json& body, const json& extra)
{
    if (!extra.is_object()) {
        return;
    }
    for (const auto& [key, value] : extra.items()) {
        if (value.is_null()) {
            body.erase(key);
        } else {
            body[key] = withoutNulls(value);
        }
    }
}

} // namespace

void ChatMessageSerializer::adapt(json&, const ChatConfig&, const ChatOptions&) const { }

RequestBuilder::RequestBuilder(std::shared_ptr<const ChatMessageSerializer> serializer)
    : m_serializer(std::move(serializer))
{ }

conversation::Result<RequestBody> RequestBuilder::build(std::span<const conversation::Message> messages,
                                                        std::span<const Tool> tools, const ChatConfig& config,
                                                        const ChatOptions& options,
                                                        const SerializerContext& context) const
{
    auto serialized = m_serializer->serializeMessages(messages, config, context);
    if (!serialized) {
        return tl::unexpected(serialized.error());
    }
    json body = baseOf(config, options);
    if (!serialized->messages.isNull()) {
        body["messages"] = serialized->messages.json();
    }
    addExtra(body, serialized->topMembers.json());
    if (json written = m_serializer->serializeTools(tools, config, context.mends); !written.empty()) {
        body["tools"] = std::move(written);
        if (!options.toolChoice.isNull()) {
            body["tool_choice"] = options.toolChoice.json();
        }
    }
    if (options.isStreaming && options.includesUsage) {
        body["stream_options"] = {{"include_usage", true}};
    }
    addThinking(body, config, options);
    m_serializer->adapt(body, config, options);
    addExtra(body, options.extraBody.json());
    return RequestBody{conversation::JsonValue(std::move(body)), std::move(serialized->wantedUrls),
                       std::move(serialized->losses)};
}

std::string imageTypeOfUrl(std::string_view url)
{
    static const std::map<std::string, std::string> types = {
        {"jpg", "image/jpeg"},
        {"jpeg", "image/jpeg"},
        {"png", "image/png"},
        {"gif", "image/gif"},
        {"bmp", "image/bmp"},
        {"svg", "image/svg+xml"},
        {"webp", "image/webp"},
        {"avif", "image/avif"},
        {"jxl", "image/jxl"},
        {"tiff", "image/tiff"},
        {"tif", "image/tiff"},
        {"ico", "image/x-icon"},
        // Most of these are not images, but their addresses claim to be: read as Java does.
        {"txt", "text/plain"},
        {"htm", "text/html"},
        {"html", "text/html"},
        {"pdf", "application/pdf"},
        {"zip", "application/zip"},
        {"xml", "application/xml"},
        {"text", "text/plain"},
        {"c", "text/plain"},
        {"h", "text/plain"},
        {"java", "text/plain"},
        {"php", "text/plain"},
        {"pl", "text/plain"},
        {"py", "text/plain"},
        {"css", "text/css"},
        {"csv", "text/csv"},
        {"js", "text/javascript"},
        {"md", "text/markdown"},
        {"json", "application/json"},
        {"bin", "application/octet-stream"},
        {"exe", "application/octet-stream"},
        {"gz", "application/gzip"},
        {"tar", "application/x-tar"},
        {"mp3", "audio/mpeg"},
        {"wav", "audio/x-wav"},
        {"ogg", "audio/ogg"},
        {"mp4", "video/mp4"},
        {"mpeg", "video/mpeg"},
        {"mpg", "video/mpeg"},
        {"mov", "video/quicktime"},
        {"webm", "video/webm"},
        {"jfif", "image/jpeg"},
        {"jpe", "image/jpeg"},
        {"svgz", "image/svg+xml"},
        {"pbm", "image/x-portable-bitmap"},
        {"pgm", "image/x-portable-graymap"},
        {"pnm", "image/x-portable-anymap"},
        {"ppm", "image/x-portable-pixmap"},
        {"xbm", "image/x-xbitmap"},
        {"xpm", "image/x-xbitmap"},
        {"doc", "application/msword"},
        {"eps", "application/postscript"},
        {"ps", "application/postscript"}};
    const std::string_view path = url.substr(0, url.find_first_of("?#"));
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) {
        return "image/jpeg";
    }
    const std::string_view ending = path.substr(dot + 1);
    const auto lower = QByteArray(ending.data(), static_cast<qsizetype>(ending.size())).toLower();
    const auto found = types.find(lower.toStdString());
    return found == types.end() ? "image/jpeg" : found->second;
}

std::string dataUrl(std::string_view mediaType, std::string_view bytes)
{
    const QByteArray data(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return "data:" + std::string(mediaType) + ";base64," + data.toBase64().toStdString();
}

} // namespace quarterdeck::formats
