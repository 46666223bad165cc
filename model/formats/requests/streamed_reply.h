#pragma once

#include "model/conversation/json_value.h"
#include "model/conversation/message.h"
#include "model/formats/requests/event_stream.h"

#include <nlohmann/json_fwd.hpp>

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

/// The tokens of one call, split by what servers price differently.
struct TokenCounts
{
    std::int64_t prompt = 0;       ///< the whole prompt, including the next two
    std::int64_t cached = 0;       ///< the part of the prompt that the server had cached
    std::int64_t cacheWritten = 0; ///< the part of the prompt that the server keeps for later calls
    std::int64_t completion = 0;   ///< the whole reply, including the next
    std::int64_t reasoning = 0;    ///< the part of the reply that is thinking; 0 = unknown
    friend bool operator==(const TokenCounts&, const TokenCounts&) = default;
};

/// What `usage` says, in OpenAI's, DeepSeek's or Anthropic's form; empty if it says nothing, or something impossible
/// (more than any model accepts). Parts are never larger than the whole.
[[nodiscard]] std::optional<TokenCounts> tokenCountsOf(const StreamedReply& reply);

/// Joins the pieces of a streamed text. A server that cuts a surrogate pair sends each half as an escape of its own:
/// the first waits for the second. A half that nothing follows is no character, and dropped.
class SurrogateJoiner
{
public:
    /// The text that a piece adds, including what waited before it; empty if it is not a text. `piece` may be marked,
    /// see model/formats/json/python_json.h.
    [[nodiscard]] std::string take(const nlohmann::json& piece);

private:
    std::string m_half; ///< the pending escape
};

/// Reads the body of a model's streamed reply as its bytes arrive. What came before an error or an early end is kept. A
/// server that answers with one JSON body instead of a stream (an error with HTTP 200, a reply that is not streamed) is
/// understood, too. Never throws. Thread: any, one at a time.
class ReplyReader
{
public:
    ReplyReader() = default;
    ReplyReader(const ReplyReader&) = delete;
    ReplyReader& operator=(const ReplyReader&) = delete;
    virtual ~ReplyReader() = default;

    /// The next bytes, cut anywhere. Ignored once the reply has ended.
    void feed(std::string_view bytes);
    /// The connection closed: nothing more comes.
    void finish();
    /// The server's end mark or an error was read.
    [[nodiscard]] bool isEnded() const;
    [[nodiscard]] const StreamedReply& reply() const { return m_reply; }
    /// The reply as blocks of a message: thinking, texts, tool calls.
    [[nodiscard]] virtual std::vector<conversation::ContentBlock> blocks() const = 0;

protected:
    /// An object of the stream, or of an unstreamed body.
    virtual void take(const nlohmann::json& object) = 0;
    virtual void takeBody(const nlohmann::json& object) = 0;
    void fail(const nlohmann::json& error);

    StreamedReply m_reply;

private:
    void takeEvent(const StreamEvent& event);
    void keepBody(std::string_view bytes);

    EventStreamDecoder m_decoder;
    std::string m_body; ///< an answer that does not look like a stream
    bool m_isBodyKnown = false;
    bool m_isBodyJson = false;
};

} // namespace quarterdeck::formats
