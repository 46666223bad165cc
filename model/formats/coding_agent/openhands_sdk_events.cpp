#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/coding_agent/openhands_events.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

/// The SDK's parts of texts and pictures, as a chat has them.
json sdkContent(const json& parts)
{
    if (parts.is_string()) {
        return parts;
    }
    json content = json::array();
    for (const json& part : parts.is_array() ? parts : json::array()) {
        const json more = openHandsContent(textMember(part, "text"), memberOf(part, "image_urls"));
        content.insert(content.end(), more.begin(), more.end());
    }
    return content;
}

std::string sdkText(const json& parts)
{
    std::string text = textMember(parts, "text");
    for (const json& part : parts.is_array() ? parts : json::array()) {
        const std::string more = textMember(part, "text");
        text += (text.empty() || more.empty() ? "" : "\n") + more;
    }
    return text;
}

std::string sdkReasoning(const json& of)
{
    std::string text = textMember(of, "reasoning_content");
    const json& blocks = memberOf(of, "thinking_blocks");
    for (const json& block : text.empty() && blocks.is_array() ? blocks : json::array()) {
        const std::string more = textMember(block, "thinking");
        text += (text.empty() || more.empty() ? "" : "\n") + more;
    }
    const json& summary = memberOf(memberOf(of, "responses_reasoning_item"), "summary");
    for (const json& line : text.empty() && summary.is_array() ? summary : json::array()) {
        text += line.is_string() ? line.get<std::string>() + "\n" : std::string();
    }
    return text;
}

/// Some models' thoughts stand in their words a second time, between tags.
std::string wordsWithout(const std::string& reasoning, std::string words)
{
    constexpr std::string_view begin = "<think>";
    constexpr std::string_view end = "</think>";
    const std::size_t last = words.find(end);
    if (words.starts_with(begin) && last != std::string::npos
        && trimmedText(words.substr(begin.size(), last - begin.size())) == trimmedText(reasoning)) {
        return std::string(trimmedText(words.substr(last + end.size())));
    }
    return words;
}

OpenHandsStep sdkStep(const json& event, const json& said, const json& words)
{
    OpenHandsStep step;
    step.response = textMember(event, "llm_response_id");
    step.reasoning = sdkReasoning(said);
    step.thought = wordsWithout(step.reasoning, sdkText(words));
    step.time = textMember(event, "timestamp");
    return step;
}

void addSdkAction(const json& event, OpenHandsSession& session)
{
    OpenHandsStep step = sdkStep(event, event, memberOf(event, "thought"));
    const json& action = memberOf(event, "action");
    const json& call = memberOf(event, "tool_call");
    const std::string tool = textMember(event, "tool_name");
    if (tool == "finish" && action.is_object()) {
        step.words = textMember(action, "message");
    } else if (tool == "think" && action.is_object()) {
        step.thinking = textMember(action, "thought");
    } else if (memberOf(call, "arguments").is_string()) {
        step.call = toolUseOf(textMember(event, "tool_call_id"), tool, textMember(call, "arguments"), session.limits());
    } else {
        step.call = conversation::ToolUseBlock();
        step.call->id = textMember(event, "tool_call_id");
        step.call->name = tool;
        step.call->input = conversation::JsonValue(action);
    }
    session.step(std::move(step));
}

void addSdkMessage(const json& event, OpenHandsSession& session)
{
    const json& said = memberOf(event, "llm_message");
    const std::string source = textMember(event, "source");
    const std::string time = textMember(event, "timestamp");
    const json content = sdkContent(memberOf(said, "content"));
    if (source == "user") {
        session.ask(content, time, textMember(event, "sender"));
    } else if (source == "agent") {
        OpenHandsStep step = sdkStep(event, said, memberOf(said, "content"));
        std::swap(step.words, step.thought);
        session.step(std::move(step));
    } else {
        session.note(sdkText(memberOf(said, "content")), time);
    }
    session.note(sdkText(memberOf(event, "extended_content")), time); // of skills that its words called
}

void addSdkResult(const json& event, OpenHandsSession& session)
{
    const json& observation = memberOf(event, "observation");
    const std::string tool = textMember(event, "tool_name");
    const std::string time = textMember(event, "timestamp");
    if (tool != "finish" && tool != "think") { // they repeat the action, or say that it was noted
        const json& content = memberOf(observation, "content");
        session.result(textMember(event, "tool_call_id"),
                       content.is_null() ? memberOf(observation, "output") : sdkContent(content),
                       hasOpenHandsFailed(observation), time);
    }
    session.note(sdkText(memberOf(event, "extended_content")), time);
}

/// A call of another program's agent, which OpenHands runs: told once it is over.
void addAcpCall(const json& event, OpenHandsSession& session)
{
    const std::string status = textMember(event, "status");
    if (status == "pending" || status == "in_progress") {
        return;
    }
    const std::string id = textMember(event, "tool_call_id");
    OpenHandsStep step;
    step.time = textMember(event, "timestamp");
    step.call = conversation::ToolUseBlock();
    step.call->id = id;
    step.call->name = textMember(event, "title");
    step.call->input = conversation::JsonValue(memberOf(event, "raw_input"));
    session.step(std::move(step));
    const json& output = memberOf(event, "raw_output");
    session.result(id, output.is_null() ? memberOf(event, "content") : output, memberOf(event, "is_error") == true,
                   textMember(event, "timestamp"));
}

void addState(const json& event, OpenHandsSession& session)
{
    const json& value = memberOf(event, "value");
    session.setStats(textMember(event, "key") == "stats" ? value : memberOf(value, "stats"));
}

/// The texts that the members of those names have.
std::string textsOf(const json& event, std::initializer_list<const char*> names)
{
    std::string text;
    for (const char* name : names) {
        const std::string more = textMember(event, name);
        text += (text.empty() || more.empty() ? "" : "\n") + more;
    }
    return text;
}

} // namespace

void addOpenHandsSdkEvent(const json& event, const SourceLocation& place, OpenHandsSession& session)
{
    const std::string kind = textMember(event, "kind");
    const std::string time = textMember(event, "timestamp");
    const std::string id = textMember(event, "tool_call_id");
    if (kind == "MessageEvent") {
        addSdkMessage(event, session);
    } else if (kind == "ActionEvent") {
        addSdkAction(event, session);
    } else if (kind == "ObservationEvent") {
        addSdkResult(event, session);
    } else if (kind == "UserRejectObservation") {
        session.result(id, memberOf(event, "rejection_reason"), true, time);
    } else if (kind == "AgentErrorEvent") {
        session.result(id, memberOf(event, "error"), true, time);
    } else if (kind == "ACPToolCallEvent") {
        addAcpCall(event, session);
    } else if (kind == "SystemPromptEvent") {
        session.note(sdkText(memberOf(event, "system_prompt")), time);
        session.note(sdkText(memberOf(event, "dynamic_context")), time);
    } else if (kind == "Condensation" || kind == "CondensationSummaryEvent") {
        session.note(textMember(event, "summary"), time);
    } else if (kind == "ConversationErrorEvent" || kind == "HookExecutionEvent") {
        session.note(textsOf(event, {"code", "detail", "reason", "additional_context", "error"}), time);
    } else if (kind == "ConversationStateUpdateEvent") {
        addState(event, session);
    } else {
        constexpr std::array silent = {"PauseEvent",          "InterruptEvent",
                                       "TokenEvent",          "LLMCompletionLogEvent",
                                       "StreamingDeltaEvent", "CondensationRequest"};
        if (std::ranges::find(silent, kind) == silent.end()) {
            session.unknown(place);
        }
    }
}

} // namespace quarterdeck::formats
