#pragma once

#include "model/conversation/json_value.h"
#include "model/conversation/message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// A tool call as a stream gave it. What never came has no value.
struct StreamedToolCall
{
    std::optional<std::string> id;
    std::optional<std::string> name;
    std::string arguments; ///< the model's own text; may not be JSON
    friend bool operator==(const StreamedToolCall&, const StreamedToolCall&) = default;
};

/// The part of a model's reply that has come so far. What never came has no value.
struct StreamedReply
{
    std::optional<std::string> content;
    std::optional<std::string> reasoning;
    std::optional<std::string> refusal;
    std::vector<StreamedToolCall> toolCalls;
    std::optional<std::string> finishReason; ///< in the server's words
    conversation::JsonValue usage;           ///< in the server's words; null = none
    std::optional<std::string> role;
    std::optional<std::string> id;
    std::optional<std::string> model;
    conversation::JsonValue error; ///< in the server's words; `{"type": "invalid_json"}` if it is not JSON
    bool isDone = false;           ///< the server said that it is complete
    bool isCutOff = false;         ///< it ended with neither that, nor an error, nor a reason; known after finish
    std::int64_t eventsUsed = 0;   ///< events with data, including the end mark
    friend bool operator==(const StreamedReply&, const StreamedReply&) = default;
};

/// The tokens in `usage`, in OpenAI's format or Anthropic's. The caller adds cost and duration.
[[nodiscard]] std::optional<conversation::Usage> usageOf(const StreamedReply& reply);
/// The server's sentence about `error`; empty if there is none or it gives no words.
[[nodiscard]] std::string errorText(const StreamedReply& reply);

} // namespace quarterdeck::formats
