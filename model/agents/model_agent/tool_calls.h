#pragma once

#include "model/agents/model_agent/agent_state.h"

namespace quarterdeck::team {

/// A reply's call, as the model made it.
struct ToolCall
{
    conversation::ToolUseBlock use;
    conversation::MessageId reply;
    std::size_t index = 0; ///< among the reply's calls
    conversation::EventSeq replySeq;
    bool mayBeDone = false;                 ///< made by another process: its result may be in the log
    std::optional<std::int64_t> cutAt = {}; ///< the answer ends in it at its maximum length: see AnswerNote
};

/// A tool's result before it is recorded.
struct ToolOutput
{
    std::string text;
    bool isError = false;
    conversation::JsonValue plan = {};
    std::vector<conversation::ContentBlock> media = {}; ///< images that belong to it
};

/// What a call says gets an id derived from the call, so that it is recognised.
[[nodiscard]] conversation::MessageId messageIdOf(const ToolCall& call);

/// Runs a reply's calls that have no result yet, concurrently, and records each result when it is there; a call that
/// ends the turn comes last. A model's mistake becomes a result, with the path of what is wrong. Errors: Cancelled, and
/// what the library refuses.
QCoro::Task<Result<void>> runCalls(AgentStatePtr mind, AgentContext context, MemoryEntry reply);

/// The reply's calls that have no result among the rows.
[[nodiscard]] std::vector<conversation::ToolUseBlock> openCalls(const InboxMemory& memory, const MemoryEntry& reply);
/// It called `end`, and that was done.
[[nodiscard]] bool endsTurn(const InboxMemory& memory, const MemoryEntry& reply);

/// What does not fit between a model's arguments and the tool, such as "$.send_to: missing".
[[nodiscard]] std::optional<std::string> faultIn(const conversation::ToolUseBlock& use, const formats::Tool& tool);

} // namespace quarterdeck::team
