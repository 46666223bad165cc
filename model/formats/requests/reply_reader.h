#pragma once

#include "model/formats/requests/event_stream.h"
#include "model/formats/requests/streamed_reply.h"

#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::formats {

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
