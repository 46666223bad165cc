#pragma once

#include "model/conversation/intent.h"
#include "model/conversation/json_value.h"
#include "model/conversation/question.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::gateway {

/// For a body beyond the parser's limits (numbers too long, too many values, nested too deeply): the members that
/// identify it, "runId", "id", "replyId" and the like, and those of its "msg", if they are strings, numbers or words.
/// Empty if it is not JSON, even in Python's form. Takes time linear in the text and little memory; never throws. Pure;
/// thread: any.
[[nodiscard]] std::optional<nlohmann::json> outlineOf(std::string_view body);

/// What programs of AgentScope 1.0.0 to 1.0.21, and its Java twin, post. Parsed as tolerantly as they need: a refusal
/// ends the agent's program, so anything that names a run is accepted, and oddities are kept as they came, even what
/// exceeds the parser's limits (millions of values, nested hundreds deep), as one block with the body's text. Pure;
/// thread: any.

/// Why a body is refused: one English sentence for the program's log.
using BadBody = std::string;

/// `/trpc/registerRun`
struct RegisteredRun
{
    std::string id;
    std::string title;              ///< its name, or its project's, or its id
    conversation::JsonValue fields; ///< the body, verbatim
};

/// `/trpc/registerReply`: who is going to speak.
struct RegisteredReply
{
    std::string runId;
    std::string speaker; ///< may be empty
};

/// `/trpc/pushMessage`
struct PushedMessage
{
    std::string runId;
    /// To be recorded. Its id is the upsert's key. `sentFrom` is the speaker: the reply's for tool results, empty for
    /// the person. `metadata` is {"source": the message without its content, "reply": {"id", "name", "role"}}.
    conversation::Message message;
    std::string speaker; ///< the name it was said under, even as the person: the asker's for a question
    std::vector<formats::RecordedAttachment> attachments;
    std::size_t spokenBlocks = 0; ///< this many at the end of its content are what is spoken aloud with it
    /// The reply that it is part of, if that names no speaker, as before 1.0.8: a tool's result in it is that of
    /// whoever speaks in it otherwise.
    std::string unnamedReply = {};
};

/// `/trpc/requestUserInput`
struct RequestedInput
{
    std::string runId;
    conversation::Question question; ///< its id is the request's; the asker is the agent that the person speaks through
};

[[nodiscard]] tl::expected<RegisteredRun, BadBody> readRun(std::string_view text);
[[nodiscard]] tl::expected<RegisteredReply, BadBody> readReply(std::string_view text);
/// `context` supplies missing times and ids. Studio refuses a request without an id, by which its program would
/// recognise the answer; here it gets one of ours, so that a program which takes any answer still gets it.
[[nodiscard]] tl::expected<RequestedInput, BadBody> readInputRequest(std::string_view text,
                                                                     const conversation::DecideContext& context);
[[nodiscard]] tl::expected<PushedMessage, BadBody> readMessage(std::string_view text,
                                                               const conversation::DecideContext& context);
/// `/trpc/pushMessageToFridayApp`: Studio's own agent, which names no run; everything it says is a single one.
[[nodiscard]] tl::expected<PushedMessage, BadBody> readFridayMessage(std::string_view text,
                                                                     const conversation::DecideContext& context);

} // namespace quarterdeck::gateway
