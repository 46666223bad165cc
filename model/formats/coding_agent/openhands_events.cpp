#include "model/formats/coding_agent/openhands_events.h"

#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

bool isNoPart(const std::string& name)
{
    constexpr std::array without = {
        "null",
        "change_agent_state",
        "agent_state_changed",
        "recall",
        "initialize",
        "start",
        "pause",
        "resume",
        "stop",
        "push",
        "condensation_request",
        "condense",
        "send_pr",
        "loop_recovery",
        "think", // of observations: "Your thought has been logged."
    };
    return std::ranges::find(without, name) != without.end();
}

const json& firstChoice(const json& metadata)
{
    const json& choices = memberOf(memberOf(metadata, "model_response"), "choices");
    return memberOf(choices.is_array() && !choices.empty() ? choices.front() : choices, "message");
}

/// What the model called, in its own words; otherwise the arguments of the action.
conversation::ToolUseBlock oldCall(const json& event, const json& args, const std::string& id, const ReadLimits& limits)
{
    const json& metadata = memberOf(event, "tool_call_metadata");
    const json& calls = memberOf(firstChoice(metadata), "tool_calls");
    for (const json& call : calls.is_array() ? calls : json::array()) {
        const json& function = memberOf(call, "function");
        if (textMember(call, "id") == id && memberOf(function, "arguments").is_string()) {
            return toolUseOf(id, textMember(function, "name"), textMember(function, "arguments"), limits);
        }
    }
    json given = args;
    constexpr std::array ours = {"thought",
                                 "hidden",
                                 "blocking",
                                 "confirmation_state",
                                 "is_confirmed",
                                 "keep_prompt",
                                 "action_risk",
                                 "security_risk",
                                 "translated_ipython_code",
                                 "impl_source",
                                 "kernel_init_code",
                                 "include_extra",
                                 "action",
                                 "args",
                                 "id",
                                 "timestamp",
                                 "source",
                                 "message",
                                 "timeout",
                                 "cause",
                                 "is_input",
                                 "is_static",
                                 "cwd",
                                 "tool_call_metadata",
                                 "llm_metrics"};
    for (const char* own : ours) { // what the program adds
        given.erase(own);
    }
    conversation::ToolUseBlock block;
    block.id = id;
    block.name = textMember(metadata, "function_name");
    block.name = block.name.empty() ? textMember(event, "action") : block.name;
    block.input = conversation::JsonValue(std::move(given));
    return block;
}

OpenHandsStep oldStep(const json& event, const json& args)
{
    const json& metadata = memberOf(event, "tool_call_metadata");
    const json& response = memberOf(metadata, "model_response");
    const json& usage = memberOf(response, "usage");
    OpenHandsStep step;
    step.response = textMember(response, "id");
    step.reasoning = textMember(firstChoice(metadata), "reasoning_content");
    step.thought = textMember(args, "thought");
    step.time = textMember(event, "timestamp");
    step.source = textMember(event, "source");
    step.usage = usageOf({memberOf(usage, "prompt_tokens"), memberOf(usage, "completion_tokens"),
                          memberOf(memberOf(usage, "prompt_tokens_details"), "cached_tokens"),
                          memberOf(memberOf(usage, "completion_tokens_details"), "reasoning_tokens")},
                         textMember(response, "model"));
    return step;
}

/// The id of a call: the model's, or one made of the number of its event; empty if there is neither.
std::string oldCallId(const json& event, const char* number)
{
    const std::string id = textMember(memberOf(event, "tool_call_metadata"), "tool_call_id");
    const json& of = memberOf(event, number);
    return !id.empty() ? id : of.is_number_integer() ? "event_" + of.dump() : std::string();
}

/// The end of the work, in the words of the agent or else those of OpenHands.
std::string lastWords(const json& event, const json& args, const std::string& thought)
{
    const json& outputs = memberOf(args, "outputs");
    for (std::string words :
         {textMember(args, "final_thought"), textMember(outputs, "content"), textMember(outputs, "reason")}) {
        if (!words.empty()) {
            return words == thought ? std::string() : words;
        }
    }
    return thought.empty() ? textMember(event, "message") : std::string();
}

void addOldAction(const json& event, const std::string& action, OpenHandsSession& session)
{
    const json& args = memberOf(event, "args").is_object() ? memberOf(event, "args") : event;
    const std::string time = textMember(event, "timestamp");
    OpenHandsStep step = oldStep(event, args);
    session.setMetrics(memberOf(event, "llm_metrics"));
    if (action == "message") {
        const json& images = memberOf(args, args.contains("image_urls") ? "image_urls" : "images_urls");
        const std::string text = textMember(args, "content");
        const std::string source = textMember(event, "source");
        if (source == "user" || (source.empty() && !session.recording().hasBegun())) {
            const bool isTask = session.isInSubAgent() && text.starts_with("TASK: "); // the call has told it
            return isTask ? void() : session.ask(openHandsContent(text, images), time);
        }
        step.words = text;
    } else if (action == "system") {
        return session.note(textMember(args, "content"), time);
    } else if (action == "condensation" || action == "summarize") {
        return session.note(textMember(args, "summary"), time);
    } else if (action == "think") {
        step.thinking = std::exchange(step.thought, {});
    } else if (action == "finish" || action == "reject") {
        step.words = lastWords(event, args, step.thought);
    } else {
        const std::string id = oldCallId(event, "id");
        step.call = oldCall(event, args, id, session.limits());
    }
    session.step(std::move(step));
    if (action == "delegate") {
        session.callAgent(textMember(args, "agent"));
    }
}

/// What the program looked up for the agent, and put before its words.
std::string recalledText(const json& event)
{
    const json& extras = memberOf(event, "extras");
    std::string text = textMember(event, "content");
    const auto add = [&](const std::string& more) { text += (text.empty() || more.empty() ? "" : "\n\n") + more; };
    add(textMember(extras, "repo_instructions"));
    add(textMember(extras, "additional_agent_instructions"));
    add(textMember(extras, "conversation_instructions"));
    const json& knowledge = memberOf(extras, "microagent_knowledge");
    for (const json& one : knowledge.is_array() ? knowledge : json::array()) {
        add(textMember(one, "content"));
    }
    return text;
}

bool isFailure(const json& event, const json& extras, const std::string& observation)
{
    return observation == "error" || observation == "user_rejected" || memberOf(event, "success") == false
        || hasOpenHandsFailed(extras);
}

void addOldObservation(const json& event, const std::string& observation, OpenHandsSession& session)
{
    const json& extras = memberOf(event, "extras").is_object() ? memberOf(event, "extras") : event;
    const std::string time = textMember(event, "timestamp");
    const std::string id = oldCallId(event, "cause");
    const bool isFlat = !event.contains("extras"); // without any ids: each answers the action before
    if (observation == "recall") {
        return session.note(recalledText(event), time);
    }
    if (observation == "delegate") {
        session.endAgent();
    } else if (id.empty() && !isFlat) {
        return session.note(textMember(event, "content"), time);
    }
    const std::string screenshot = textMember(extras, "screenshot");
    json content = memberOf(event, "content");
    if (!screenshot.empty()) {
        const bool isAddress = screenshot.starts_with("data:") || screenshot.starts_with("http");
        content = openHandsContent(textMember(event, "content"),
                                   json::array({isAddress ? screenshot : "data:image/png;base64," + screenshot}));
    }
    session.result(id, std::move(content), isFailure(event, extras, observation), time);
}

} // namespace

void addOpenHandsEvent(const json& event, const SourceLocation& place, OpenHandsSession& session)
{
    const std::string action = textMember(event, "action");
    const std::string observation = textMember(event, "observation");
    if (action.empty() && observation.empty()) {
        return session.unknown(place);
    }
    if (!action.empty() && (action == "think" || !isNoPart(action))) {
        addOldAction(event, action, session);
    } else if (action.empty() && (observation == "recall" || !isNoPart(observation))) {
        addOldObservation(event, observation, session);
    }
}

} // namespace quarterdeck::formats
