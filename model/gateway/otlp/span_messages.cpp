#include "model/gateway/otlp/span_messages.h"

#include "model/formats/json/python_json.h"
#include "model/gateway/otlp/span_message_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace quarterdeck::gateway::otlp {

using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

using Messages = std::vector<SpanMessage>;

/// A role in our terms: each convention names it as its server does.
std::string roleOf(const std::string& told, const char* otherwise)
{
    if (told == "model" || told == "ai" || told == "AIMessageChunk")
        return "assistant";
    if (told == "human" || told == "HumanMessageChunk")
        return "user";
    if (told == "developer")
        return "system";
    if (told == "function")
        return "tool";
    return told.empty() ? otherwise : told;
}

/// The role, or LangChain's type in its place.
std::string roleIn(const json& told)
{
    static constexpr std::array<std::string_view, 8> kinds = {
        "human", "ai", "HumanMessageChunk", "AIMessageChunk", "tool", "function", "system", "developer"};
    if (const json& role = memberOf(told, "role"); !role.is_null())
        return textIn(role);
    const std::string kind = textIn(memberOf(told, "type"));
    return std::ranges::find(kinds, std::string_view(kind)) != kinds.end() ? kind : std::string();
}

void add(Messages& messages, SpanMessage message)
{
    if (!message.content.empty())
        messages.push_back(std::move(message));
}

/// The content of a tool message is its result, unless it is a list of results already.
void addContentOf(SpanMessage& message, std::string callId, const json& content)
{
    if (message.role == "tool" && !isOfResults(content))
        addToolResult(message, std::move(callId), message.name, content);
    else
        addContent(message, content);
}

/// The last message, which goes on with the one before it.
void joinToPrevious(Messages& messages)
{
    SpanMessage piece = std::move(messages.back());
    messages.pop_back();
    for (conversation::ContentBlock& block : piece.content) {
        auto* text = std::get_if<conversation::TextBlock>(&block);
        auto* before = std::get_if<conversation::TextBlock>(&messages.back().content.back());
        if (text != nullptr && before != nullptr)
            before->text += text->text;
        else
            messages.back().content.push_back(std::move(block));
    }
    std::ranges::move(piece.attachments, std::back_inserter(messages.back().attachments));
}

/// [{role, parts: [{type, …}], name?}], which the attribute holds as text.
void addNewMessages(Messages& messages, const json& attribute, bool isAnswer)
{
    const json list = structured(attribute);
    if (!list.is_array())
        return;
    bool isUnfinished = false; // an answer came in pieces, of which only the last tells why it ended
    for (const json& one : list) {
        const std::size_t before = messages.size();
        addMessage(messages, one, isAnswer);
        const bool isFurther = isUnfinished && messages.size() > before && messages[before - 1].isAnswer;
        if (isFurther && messages[before].role == messages[before - 1].role)
            joinToPrevious(messages);
        isUnfinished = isAnswer && !messages.empty() && memberOf(one, "finish_reason").is_null();
    }
}

void addInstructions(Messages& messages, const json& attribute)
{
    if (attribute.is_null())
        return;
    SpanMessage message;
    message.role = "system";
    addContent(message, attribute);
    add(messages, std::move(message));
}

void addNew(Messages& messages, const json& attributes)
{
    addInstructions(messages, memberOf(attributes, "gen_ai.system_instructions"));
    addNewMessages(messages, memberOf(attributes, "gen_ai.input.messages"), false);
    addNewMessages(messages, memberOf(attributes, "gen_ai.output.messages"), true);
}

/// What an event of the old conventions says; that of an answer keeps its message in a member.
SpanMessage eventMessage(const ReceivedEvent& event, const char* role)
{
    SpanMessage message;
    message.isAnswer = event.name == "gen_ai.choice";
    const json nested = structured(memberOf(event.attributes, "message"));
    const json& said = nested.is_object() ? nested : event.attributes;
    message.role = roleOf(textIn(memberOf(said, "role")), role);
    message.name = textIn(memberOf(said, "name"));
    const bool isContent = nested.is_string() || nested.is_array(); // Strands: the parts without a message around them
    addContentOf(message, textIn(memberOf(said, "id")), isContent ? nested : memberOf(said, "content"));
    addToolCalls(message, memberOf(said, "tool_calls"));
    return message;
}

} // namespace

void addMessage(Messages& messages, const json& told, bool isAnswer)
{
    SpanMessage message;
    message.isAnswer = isAnswer;
    message.role = roleOf(roleIn(told), isAnswer ? "assistant" : "user");
    if (isAnswer && message.role == "system") // so does Gemini CLI tell of its model
        message.role = "assistant";
    message.name = textIn(memberOf(told, "name"));
    const json parts = structured(memberOf(told, "parts"));
    if (parts.is_array()) {
        for (const json& part : parts)
            addPart(message, part);
        return add(messages, std::move(message));
    }
    if (const json& thought = memberOf(told, "reasoning_content"); thought.is_string() && thought != "")
        message.content.emplace_back(conversation::ThinkingBlock{textIn(thought), {}});
    const json& content = memberOf(told, "content");
    addContentOf(message, textIn(memberOf(told, "tool_call_id")), content.is_null() ? memberOf(told, "text") : content);
    addToolCalls(message, memberOf(told, "tool_calls"));
    add(messages, std::move(message));
}

void addEvents(Messages& messages, const std::vector<ReceivedEvent>& events)
{
    static const std::map<std::string_view, const char*> roles = {{"gen_ai.system.message", "system"},
                                                                  {"gen_ai.user.message", "user"},
                                                                  {"gen_ai.assistant.message", "assistant"},
                                                                  {"gen_ai.tool.message", "tool"},
                                                                  {"gen_ai.choice", "assistant"}};
    for (const ReceivedEvent& event : events) {
        if (const auto role = roles.find(event.name); role != roles.end())
            add(messages, eventMessage(event, role->second));
        else if (event.name == "gen_ai.client.inference.operation.details")
            addNew(messages, event.attributes);
    }
}

json unflattened(const json& attributes, const std::string& prefix)
{
    json root = json::object();
    for (const auto& [name, value] : attributes.items()) {
        if (!name.starts_with(prefix))
            continue;
        json* place = &root;
        std::size_t from = prefix.size();
        for (int depth = 0; depth < 12; ++depth) {
            const std::size_t dot = name.find('.', from);
            json& next = (*place)[name.substr(from, dot == std::string::npos ? dot : dot - from)];
            place = &next;
            if (dot == std::string::npos)
                break;
            if (!next.is_object())
                next = json::object();
            from = dot + 1;
        }
        *place = value;
    }
    return root;
}

std::vector<json> listed(const json& object)
{
    std::map<std::uint32_t, json> byNumber;
    if (object.is_object())
        for (const auto& [name, value] : object.items()) {
            std::uint32_t number = 0;
            const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
            if (error == std::errc() && end == name.data() + name.size())
                byNumber.emplace(number, value);
        }
    std::vector<json> list;
    for (auto& [number, value] : byNumber)
        list.push_back(std::move(value));
    return list;
}

namespace {

void addContents(SpanMessage& message, const json& contents)
{
    for (const json& one : listed(contents)) {
        const json& content = memberOf(one, "message_content");
        const json& image = memberOf(memberOf(memberOf(content, "image"), "image"), "url");
        if (image.is_string())
            addImage(message, textIn(image));
        else
            addText(message, textIn(memberOf(content, "text")));
    }
}

void addOpenInference(Messages& messages, const json& attributes, const std::string& prefix, bool isAnswer)
{
    for (const json& one : listed(unflattened(attributes, prefix))) {
        const json& said = memberOf(one, "message");
        SpanMessage message;
        message.isAnswer = isAnswer;
        message.role = roleOf(textIn(memberOf(said, "role")), isAnswer ? "assistant" : "user");
        message.name = textIn(memberOf(said, "name"));
        addText(message, textIn(memberOf(said, "content")));
        addContents(message, memberOf(said, "contents"));
        if (message.role == "tool")
            makeResult(message, textIn(memberOf(said, "tool_call_id")));
        for (const json& call : listed(memberOf(said, "tool_calls"))) {
            const json& told = memberOf(call, "tool_call");
            const json& function = memberOf(told, "function");
            addToolCall(message, textIn(memberOf(told, "id")), textIn(memberOf(function, "name")),
                        memberOf(function, "arguments"));
        }
        add(messages, std::move(message));
    }
}

} // namespace

const json& memberOf(const json& object, const std::string& name)
{
    static const json none;
    if (!object.is_object())
        return none;
    const auto found = object.find(name);
    return found != object.end() ? *found : none;
}

std::string textIn(const json& value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? python_json::escaped(value.get_ref<const std::string&>()) : python_json::text(value);
}

json structured(const json& value)
{
    if (!value.is_string())
        return value;
    const std::string& text = value.get_ref<const std::string&>();
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || (text[first] != '[' && text[first] != '{'))
        return value;
    formats::ReadLimits limits;
    limits.maxValuesPerRecord = 200'000;
    limits.maxDepth = 64;
    return python_json::parse(text, limits).value_or(value);
}

Messages messagesOf(const ReceivedSpan& span)
{
    Messages messages;
    addNew(messages, span.attributes);
    if (messages.empty())
        addEvents(messages, span.events);
    if (messages.empty()) {
        addOpenInference(messages, span.attributes, "llm.input_messages.", false);
        addOpenInference(messages, span.attributes, "llm.output_messages.", true);
    }
    if (messages.empty())
        messages = vendorMessages(span);
    return attachToolResults(std::move(messages));
}

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
