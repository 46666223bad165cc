#include "model/gateway/otlp/vendor_conventions.h"

#include "model/gateway/otlp/span_message_parts.h"
#include "model/gateway/otlp/span_messages.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::gateway::otlp {

using nlohmann::json;

namespace {

using Told = std::vector<SpanMessage>;

/// Whether the value has the members of a message.
bool isMessage(const json& value)
{
    static constexpr std::array<const char*, 5> members = {"role", "content", "parts", "tool_calls", "text"};
    return std::ranges::any_of(members, [&](const char* name) { return value.contains(name); });
}

/// Messages as [{role, content, tool_calls?}] or as one text. LangChain nests the fields of a message one level deeper
/// and wraps the messages of each prompt in a list.
void addChat(Told& messages, const json& told, bool isAnswer)
{
    const json value = structured(told);
    for (const char* list : {"messages", "generations"})
        if (const json& within = memberOf(value, list); within.is_array())
            return addChat(messages, within, isAnswer);
    for (const char* fields : {"message", "kwargs", "data"})
        if (const json& within = memberOf(value, fields); within.is_object())
            return addChat(messages, within, isAnswer);
    const auto isStructured = [](const json& one) { return one.is_structured(); };
    if (value.is_array() && std::ranges::any_of(value, isStructured)) {
        for (const json& one : value)
            addChat(messages, one, isAnswer);
    } else if (value.is_object() && isMessage(value)) {
        addMessage(messages, value, isAnswer);
    } else { // text, even if it looks like JSON
        const bool areTexts =
            value.is_array() && std::ranges::all_of(value, [](const json& one) { return one.is_string(); });
        addMessage(messages, {{"content", areTexts || told.is_null() ? value : json(textIn(told))}}, isAnswer);
    }
}

/// "gen_ai.prompt.0.role", "gen_ai.prompt.0.content", "gen_ai.prompt.0.tool_calls.0.name" …
void addNumbered(Told& messages, const json& attributes, const std::string& prefix, bool isAnswer)
{
    for (json& one : listed(unflattened(attributes, prefix))) {
        if (!one.is_object())
            continue;
        one["tool_calls"] = listed(memberOf(one, "tool_calls"));
        if (const json& call = memberOf(one, "function_call"); call.is_object())
            one["tool_calls"].push_back(call);
        addMessage(messages, one, isAnswer);
    }
}

/// Vercel's AI SDK: the prompt is JSON, each piece of the answer has an attribute.
void addOfAiSdk(Told& messages, const json& attributes)
{
    addChat(messages, memberOf(attributes, "ai.prompt.messages"), false);
    SpanMessage answer;
    answer.role = "assistant";
    answer.isAnswer = true;
    if (const std::string thought = textIn(memberOf(attributes, "ai.response.reasoning")); !thought.empty())
        answer.content.emplace_back(conversation::ThinkingBlock{thought, {}});
    for (const char* name : {"ai.response.text", "ai.response.object"})
        addText(answer, textIn(memberOf(attributes, name)));
    const json calls = structured(memberOf(attributes, "ai.response.toolCalls"));
    for (const json& call : calls.is_array() ? calls : json::array())
        addPart(answer, call);
    if (!answer.content.empty())
        messages.push_back(std::move(answer));
}

/// Google's ADK: the request to Gemini and its response.
void addOfGemini(Told& messages, const json& attributes)
{
    const json asked = structured(memberOf(attributes, "gcp.vertex.agent.llm_request"));
    const json& instruction = memberOf(memberOf(asked, "config"), "system_instruction");
    json system = instruction.is_object() ? instruction : json{{"content", instruction}};
    system["role"] = "system";
    addMessage(messages, system, false);
    if (const json& contents = memberOf(asked, "contents"); contents.is_array())
        for (const json& one : contents)
            addMessage(messages, one, false);
    const json given = structured(memberOf(attributes, "gcp.vertex.agent.llm_response"));
    if (const json& content = memberOf(given, "content"); content.is_object())
        addMessage(messages, content, true);
}

/// Logfire's instrumentation of OpenAI and Anthropic clients.
void addOfLogfire(Told& messages, const json& attributes)
{
    addChat(messages, memberOf(structured(memberOf(attributes, "request_data")), "messages"), false);
    if (const json answer = memberOf(structured(memberOf(attributes, "response_data")), "message"); answer.is_object())
        addMessage(messages, answer, true);
}

/// Pydantic AI: a list of events, each with its name as a member.
std::vector<ReceivedEvent> eventsIn(const json& attributes)
{
    std::vector<ReceivedEvent> events;
    const json list = structured(memberOf(attributes, "events"));
    for (const json& one : list.is_array() ? list : json::array())
        if (const json& name = memberOf(one, "event.name"); name.is_string())
            events.push_back({name.get<std::string>(), one});
    return events;
}

/// The 1.27 conventions: all messages in one event or one attribute.
void addTogether(Told& messages, const ReceivedSpan& span)
{
    for (const ReceivedEvent& event : span.events)
        if (event.name == "gen_ai.content.prompt")
            addChat(messages, memberOf(event.attributes, "gen_ai.prompt"), false);
        else if (event.name == "gen_ai.content.completion")
            addChat(messages, memberOf(event.attributes, "gen_ai.completion"), true);
    if (!messages.empty())
        return;
    for (const auto& [name, isAnswer] : {std::pair("gen_ai.prompt", false), std::pair("gen_ai.completion", true)})
        if (const json& told = memberOf(span.attributes, name); !told.is_null())
            addChat(messages, told, isAnswer);
}

} // namespace

Told vendorMessages(const ReceivedSpan& span)
{
    const json& attributes = span.attributes;
    Told messages;
    for (const auto& [asked, answered] :
         {std::pair("gen_ai.prompt.", "gen_ai.completion."), std::pair("llm.prompts.", "llm.completions.")}) {
        addNumbered(messages, attributes, asked, false);
        addNumbered(messages, attributes, answered, true);
        if (!messages.empty())
            return messages;
    }
    addOfAiSdk(messages, attributes);
    if (messages.empty())
        addEvents(messages, eventsIn(attributes));
    if (messages.empty())
        addOfGemini(messages, attributes);
    if (messages.empty())
        addOfLogfire(messages, attributes);
    if (messages.empty())
        addTogether(messages, span);
    return messages;
}

bool isVendorMessageAttribute(std::string_view name)
{
    static constexpr std::array<std::string_view, 9> told = {
        "gen_ai.prompt",    "gen_ai.completion",  "llm.prompts.",          "llm.completions.",     "ai.prompt.messages",
        "ai.response.text", "ai.response.object", "ai.response.toolCalls", "gcp.vertex.agent.llm_"};
    return std::ranges::any_of(told, [&](std::string_view one) { return name.starts_with(one); });
}

} // namespace quarterdeck::gateway::otlp
