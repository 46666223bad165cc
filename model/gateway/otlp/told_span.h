#pragma once

#include "conversation/message.h"
#include "conversation/span.h"
#include "formats/session_sink.h"
#include "otlp/trace_data.h"

#include <string>
#include <vector>

/// What a span says in the words of those who name things in traces of agents: OpenTelemetry's semantic conventions
/// for generative AI (messages as attributes, and before that as events), OpenInference, and AgentScope's own. Pure;
/// thread: any; nothing throws.
namespace quarterdeck::gateway::otlp {

struct ToldMessage
{
    std::string role; ///< system, user, assistant, tool
    std::string name; ///< of who speaks; empty for most
    std::vector<conversation::ContentBlock> content;
    std::vector<formats::RecordedAttachment> attachments;
    bool isAnswer = false;           ///< the model gave it; else it was asked with it
    conversation::MessageId id = {}; ///< see identify
};

struct ToldSpan
{
    conversation::Span span;  ///< its attributes are those that say none of all this, long ones cut
    std::string conversation; ///< to which it says that it belongs; empty for most
    std::string run;          ///< the same, of AgentScope's Studio
    std::string program;      ///< the service that made it; empty = unknown
    bool isOfLogs = false;    ///< not a span, but the log records of the span with these ids
    bool isOfAgent = false;   ///< it bears a name of these conventions; most spans of most programs do not
    /// Of the call of a model: what it was asked with, in order, and what it gave.
    std::vector<ToldMessage> messages;
};

[[nodiscard]] ToldSpan toldBy(const ReceivedSpan& span, const nlohmann::json& resource);

} // namespace quarterdeck::gateway::otlp
