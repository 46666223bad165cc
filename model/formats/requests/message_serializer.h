#pragma once

#include "model/conversation/error.h"
#include "model/conversation/message.h"
#include "model/formats/requests/chat_config.h"
#include "model/formats/requests/tool.h"

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>

namespace quarterdeck::formats {

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

} // namespace quarterdeck::formats
