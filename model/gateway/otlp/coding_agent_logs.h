#pragma once

#include "model/gateway/otlp/parsed_span.h"
#include "model/gateway/otlp/trace_data.h"

#include <string>
#include <string_view>

namespace quarterdeck::gateway::otlp {

/// The telemetry of coding agents. Claude Code (2.1.332) and Codex (0.171) tell in log records with names of their own
/// what was said and used; each record stands for itself, whatever span it was written in. Pure; thread: any.

/// The record's name: "claude_code.user_prompt", "codex.tool_result" …; what Claude Code calls "user_prompt" has its
/// whole name in its body, a text.
[[nodiscard]] std::string recordName(std::string name, std::string_view body);
[[nodiscard]] bool isOfCodingAgent(std::string_view recordName);

/// Its messages, with ids of the program's own, what was used, who speaks, and which session it belongs to.
void readCodingAgentRecord(ParsedSpan& told, const ReceivedEvent& record);
/// A call of Claude Code's that is told as a span and as a record counts once: see ParsedSpan::usageKey. 0 for others.
[[nodiscard]] std::uint64_t usageKeyOf(const ReceivedSpan& span);

} // namespace quarterdeck::gateway::otlp
