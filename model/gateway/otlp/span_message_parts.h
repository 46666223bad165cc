#pragma once

#include "model/gateway/otlp/parsed_span.h"

namespace quarterdeck::gateway::otlp {

/// Appends what a part of a message is, as the conventions of OpenTelemetry name its kind ("text", "tool_call", …).
void addPart(SpanMessage& message, const nlohmann::json& part);
/// Content as OpenAI writes it: a text or a list of parts, which may be given as JSON text.
void addContent(SpanMessage& message, const nlohmann::json& content);
/// The `tool_calls` of a message as OpenAI's.
void addToolCalls(SpanMessage& message, const nlohmann::json& calls);
void addText(SpanMessage& message, std::string text);
void addToolCall(SpanMessage& message, std::string id, std::string name, const nlohmann::json& arguments);
/// Whether the content is a list of tool results, each with its own id.
[[nodiscard]] bool isOfResults(const nlohmann::json& content);
/// Of a list of pieces the texts are what it says, and its pictures follow it.
void addToolResult(SpanMessage& message, std::string id, std::string name, const nlohmann::json& result,
                   bool isError = false);
/// A picture at an address, or as a `data:` URL. No file of this computer is one.
void addImage(SpanMessage& message, const std::string& url);

/// The results of tools. Each program puts them into the role that its server wants: the tool's, the person's or the
/// system's; as a part of its own or as plain text; with the call's id or without.

/// Turns the message's content into the result of that call; media follow it.
void makeResult(SpanMessage& message, std::string callId);

/// Attributes results to their tools, in messages of their own, with the id and name of their calls.
[[nodiscard]] std::vector<SpanMessage> attachToolResults(std::vector<SpanMessage> messages);

} // namespace quarterdeck::gateway::otlp
