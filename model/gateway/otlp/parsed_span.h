#pragma once

#include "model/conversation/message.h"
#include "model/conversation/span.h"
#include "model/formats/session_reader.h"
#include "model/gateway/otlp/trace_data.h"

#include <cstdint>
#include <string>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// What a span says in the words of those who name things in traces of agents: OpenTelemetry's semantic conventions
/// for generative AI (messages as attributes, and before that as events), OpenInference, and AgentScope's own. Pure;
/// thread: any; nothing throws.

struct SpanMessage
{
    std::string role; ///< system, user, assistant, tool
    std::string name; ///< the speaker's; empty for most
    std::vector<conversation::ContentBlock> content;
    std::vector<formats::RecordedAttachment> attachments;
    bool isAnswer = false; ///< produced by the model; otherwise part of its prompt
    /// A number of what it says, the same in every version of the program (setEssences); or, where the program gives
    /// each message an id, of that (essenceOfId, `hasOwnId`).
    std::uint64_t essence = 0;
    bool hasOwnId = false;
    // What trace_memory.h says of it:
    conversation::MessageId id = {};
    std::uint64_t prefix = 0; ///< its place in the conversation: after this
    bool isNew = false;
};

struct ParsedSpan
{
    conversation::Span span;    ///< its attributes are those not covered by any of this, long ones cut
    std::string conversation;   ///< the one it says it belongs to; empty for most
    std::string child;          ///< another one that belongs to it from here on; empty for nearly all
    std::string run;            ///< likewise, for AgentScope's Studio
    std::uint64_t usageKey = 0; ///< of a call that may be told in two ways, and counts once; 0 for most
    std::string program;        ///< the service that produced it; empty = unknown
    bool isOfLogs = false;      ///< not a span, but the log records of the span with these ids
    bool isOfAgent = false;     ///< it has a name of these conventions, unlike most spans
    bool isNew = false;         ///< see trace_memory.h
    /// Of the call of a model: what it was asked with, in order, and what it gave.
    std::vector<SpanMessage> messages;
};

[[nodiscard]] ParsedSpan parseSpan(const ReceivedSpan& span, const nlohmann::json& resource);

/// Sets `essence`, by which what the next call repeats is known again. Thoughts do not count, since few programs send
/// them back. Pure; thread: any but the engine's, since it takes a while.
void setEssences(std::vector<SpanMessage>& messages);
[[nodiscard]] std::uint64_t essenceOfId(const std::string& id);

} // namespace quarterdeck::gateway::otlp
