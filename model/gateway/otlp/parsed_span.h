#pragma once

#include "model/conversation/message.h"
#include "model/conversation/span.h"
#include "model/formats/session_reader.h"
#include "model/gateway/otlp/trace_data.h"

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
    bool isAnswer = false;           ///< produced by the model; otherwise part of its prompt
    conversation::MessageId id = {}; ///< see identify
};

struct ParsedSpan
{
    conversation::Span span;  ///< its attributes are those not covered by any of this, long ones cut
    std::string conversation; ///< the one it says it belongs to; empty for most
    std::string run;          ///< likewise, for AgentScope's Studio
    std::string program;      ///< the service that produced it; empty = unknown
    bool isOfLogs = false;    ///< not a span, but the log records of the span with these ids
    bool isOfAgent = false;   ///< it has a name of these conventions, unlike most spans
    /// Of the call of a model: what it was asked with, in order, and what it gave.
    std::vector<SpanMessage> messages;
};

[[nodiscard]] ParsedSpan parseSpan(const ReceivedSpan& span, const nlohmann::json& resource);

/// Assigns ids to a call's messages, made of their words and of how often the same was said before in this call: so
/// what the next call repeats gets the same id. Thoughts do not count, since few programs send them back. Pure; thread:
/// any but the engine's, since it takes a while.
void assignMessageIds(std::vector<SpanMessage>& messages);

} // namespace quarterdeck::gateway::otlp
