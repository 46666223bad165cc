#pragma once

#include "model/gateway/otlp/told_span.h"

namespace quarterdeck::gateway::otlp {

/// Appends what a part of a message is, as the conventions of OpenTelemetry name its kind ("text", "tool_call", …).
void addPart(ToldMessage& message, const nlohmann::json& part);
/// Content as OpenAI writes it: a text or a list of parts, which may be given as JSON text.
void addContent(ToldMessage& message, const nlohmann::json& content);
/// The `tool_calls` of a message as OpenAI's.
void addToolCalls(ToldMessage& message, const nlohmann::json& calls);
void addText(ToldMessage& message, std::string text);
void addToolCall(ToldMessage& message, std::string id, std::string name, const nlohmann::json& arguments);
/// Whether the content is a list of tool results, each with its own id.
[[nodiscard]] bool isOfResults(const nlohmann::json& content);
/// Of a list of pieces the texts are what it says, and its pictures follow it.
void addToolResult(ToldMessage& message, std::string id, std::string name, const nlohmann::json& result,
                   bool isError = false);
/// A picture at an address, or as a `data:` URL. No file of this computer is one.
void addImage(ToldMessage& message, const std::string& url);

} // namespace quarterdeck::gateway::otlp
