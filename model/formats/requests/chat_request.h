#pragma once

#include "model/conversation/error.h"
#include "model/conversation/json_value.h"
#include "model/conversation/message.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

/// A parameter of a tool, or a part of one.
struct ToolParameter
{
    std::string name;
    std::optional<std::string> type = "string"; ///< of JSON Schema
    std::optional<std::string> description;
    std::optional<std::vector<std::string>> allowed; ///< `enum`
    bool isRequired = false;
    std::vector<ToolParameter> children; ///< members of an object
    std::vector<ToolParameter> items;    ///< an array's one kind of element, or nothing
};

/// A tool that a model may call.
struct Tool
{
    std::string name;
    std::optional<std::string> description;
    std::vector<ToolParameter> parameters;
    bool isProvider = false; ///< the server's own: only its name is sent
};

/// How a server is told whether the model should think.
enum class ThinkingProtocol { None, Qwen, DeepSeek, Ollama };

/// What a model can do, in the terms of Agents-Flex' ChatConfig.
struct ChatConfig
{
    std::string model;
    bool supportsImage = false;
    bool supportsImageBase64Only = false; ///< images at URLs are fetched and sent as data
    bool supportsAudio = false;
    bool supportsVideo = false;
    bool supportsFile = false;
    bool supportsTool = true;
    bool supportsToolMessage = true; ///< otherwise calls and results go as system messages of JSON text
    bool supportsThinking = true;
    bool preservesThinking = false;      ///< thinking is sent along with the tool calls it led to
    std::set<std::string> providerTools; ///< the server's own tools, by name
    ThinkingProtocol thinkingProtocol = ThinkingProtocol::None;
};

/// What one request asks for. What has no value is left to the server.
struct ChatOptions
{
    std::string model; ///< instead of the config's
    std::optional<double> temperature;
    std::optional<double> topP;
    std::optional<std::int64_t> maxTokens;
    std::vector<std::string> stop;
    conversation::JsonValue responseFormat;
    conversation::JsonValue toolChoice; ///< sent only along with tools
    std::optional<bool> isThinkingEnabled;
    bool includesUsage = true; ///< in streams
    bool isStreaming = false;
    conversation::JsonValue extraBody; ///< members that replace those here; null removes
};

/// Where we deliberately differ from Agents-Flex v2.2.8. All are on in the app.
struct SerializerFixes
{
    /// Each kind of media passes only if the model has it. There, one kind opens the gate for all.
    bool gatesEachKind = true;
    /// An array's items are taken from `children` if `items` is missing, as its documents said.
    bool readsItemsFromChildren = true;
    /// A fetched image's media type is determined by its bytes. There, by the suffix of its address.
    bool readsTypeFromBytes = true;
    /// A message with a role that the protocol lacks is left out and reported. There, it becomes `{}`.
    bool leavesOutOtherRoles = true;

    [[nodiscard]] static SerializerFixes none() { return {false, false, false, false}; }
};

/// What was fetched from a URL: its bytes, or empty if that failed.
using FetchedUrls = std::map<std::string, std::optional<std::string>>;

/// What a serializer may use besides the messages. It does no I/O itself.
struct SerializerContext
{
    FetchedUrls fetched;
    /// The bytes of an attachment in the library; may be empty if they are not at hand.
    std::function<std::optional<std::string>(const conversation::AttachmentHash&)> bytesOf;
    SerializerFixes mends;
};

/// A part of message `message` (its place in the list) that cannot be given to the model.
struct SerializerLoss
{
    enum class What { Image, Audio, Video, File, Message };
    std::size_t message = 0;
    What what = What::Image;
    friend bool operator==(const SerializerLoss&, const SerializerLoss&) = default;
};

/// Messages in a protocol's form.
struct SerializedMessages
{
    conversation::JsonValue messages;    ///< a list; null if there is none
    conversation::JsonValue topMembers;  ///< in the request's body besides the list; null = none
    std::vector<std::string> wantedUrls; ///< to be fetched first, under the caller's rules, and passed as `fetched`:
                                         ///< while there are any, `messages` is not complete
    std::vector<SerializerLoss> losses;
};

/// Turns messages and tools into what a server of one protocol accepts. A connection has one, passed to
/// RequestBuilder's constructor; another protocol is another subclass. `metadata` of messages is never sent. Stateless.
class ChatMessageSerializer
{
public:
    ChatMessageSerializer() = default;
    ChatMessageSerializer(const ChatMessageSerializer&) = delete;
    ChatMessageSerializer& operator=(const ChatMessageSerializer&) = delete;
    virtual ~ChatMessageSerializer() = default;

    /// Errors: BadInput if an image could not be fetched.
    [[nodiscard]] virtual conversation::Result<SerializedMessages>
    serializeMessages(std::span<const conversation::Message> messages, const ChatConfig& config,
                      const SerializerContext& context = {}) const = 0;
    /// A list; null if there are no tools or the model cannot call any.
    [[nodiscard]] virtual nlohmann::json serializeTools(std::span<const Tool> tools, const ChatConfig& config,
                                                        const SerializerFixes& mends = {}) const = 0;
    /// Translates a finished body from OpenAI's protocol into this one; `extraBody` is added afterwards.
    virtual void adapt(nlohmann::json& body, const ChatConfig& config, const ChatOptions& options) const;
};

/// OpenAI chat completions, as Agents-Flex' OpenAIChatMessageSerializer writes them.
/// DeepSeek, Qwen and Ollama speak it, too (ChatConfig::thinkingProtocol).
[[nodiscard]] std::unique_ptr<ChatMessageSerializer> openAiSerializer();

/// Anthropic's Messages (https://docs.anthropic.com/en/api/messages): instructions at the beginning on top, later ones
/// as the user's; neighbours of one role as one message, with what tools answered first; thinking with its signature;
/// `max_tokens` always.
[[nodiscard]] std::unique_ptr<ChatMessageSerializer> anthropicSerializer();

/// A request's body, or what is needed before it can be written.
struct RequestBody
{
    conversation::JsonValue body;
    std::vector<std::string> wantedUrls; ///< see SerializedMessages
    std::vector<SerializerLoss> losses;
};

/// Writes the body of a chat request in OpenAI's protocol; messages and tools come from the serializer.
class RequestBuilder
{
public:
    explicit RequestBuilder(std::shared_ptr<const ChatMessageSerializer> serializer);

    /// Members of `extraBody` come last and replace others. Errors: those of the serializer.
    [[nodiscard]] conversation::Result<RequestBody> build(std::span<const conversation::Message> messages,
                                                          std::span<const Tool> tools, const ChatConfig& config,
                                                          const ChatOptions& options,
                                                          const SerializerContext& context = {}) const;

private:
    std::shared_ptr<const ChatMessageSerializer> m_serializer;
};

/// The media type indicated by an address's extension; "image/jpeg" for unknown ones.
[[nodiscard]] std::string imageTypeOfUrl(std::string_view url);
/// `data:<type>;base64,...`
[[nodiscard]] std::string dataUrl(std::string_view mediaType, std::string_view bytes);

} // namespace quarterdeck::formats
