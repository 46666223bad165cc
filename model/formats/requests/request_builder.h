#pragma once

#include "model/formats/requests/message_serializer.h"

namespace quarterdeck::formats {

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

} // namespace quarterdeck::formats
