#pragma once

#include "agent/mind.h"

namespace quarterdeck::team {

/// A call of a reply, as the model made it.
struct ToolCall
{
    conversation::ToolUseBlock use;
    conversation::MessageId reply;
    std::size_t index = 0; ///< among the calls of the reply
    conversation::EventSeq replySeq;
    bool mayBeDone = false;                 ///< made by another process: what it says may stand in the log
    std::optional<std::int64_t> cutAt = {}; ///< the answer ends in it, being as long as one may be: see AnswerNote
};

/// What a tool gave back, before it is recorded.
struct ToolOutput
{
    std::string text;
    bool isError = false;
    conversation::JsonValue plan = {};
    std::vector<conversation::ContentBlock> media = {}; ///< images that belong to it
};

/// What a call says has an id of its own that comes from the call, so that it is known again.
[[nodiscard]] conversation::MessageId messageIdOf(const ToolCall& call);

/// Runs those calls of a reply that have no result yet, at the same time, and records each result when it is there;
/// what ends the turn comes last. What a model got wrong is a result of its own, with the path of what is wrong.
/// Errors: Cancelled, and what the library refuses.
QCoro::Task<Result<void>> runCalls(MindPtr mind, AgentContext context, Remembered reply);

/// The calls of the reply that have no result among the rows.
[[nodiscard]] std::vector<conversation::ToolUseBlock> openCalls(const InboxMemory& memory, const Remembered& reply);
/// It called `end`, and that was done.
[[nodiscard]] bool endsTurn(const InboxMemory& memory, const Remembered& reply);

/// Whether what a model gave as arguments fits the tool; "$.send_to: missing" where it does not.
[[nodiscard]] std::optional<std::string> faultIn(const conversation::ToolUseBlock& use, const formats::Tool& tool);

} // namespace quarterdeck::team
