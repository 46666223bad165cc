#include "model/formats/other_systems/langchain_reader.h"

#include "model/conversation/message.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace quarterdeck::formats::langchain {

using nlohmann::json;

namespace {

/// What a message says by itself, and of which kind it is: "human", or the name of its class.
struct Said
{
    std::string kind;
    json fields;
};

Said saidIn(json message)
{
    if (message.contains("lc")) {
        const json& path = memberOf(message, "id"); // ["langchain", "schema", "messages", "HumanMessage"]
        std::string kind = path.is_array() && !path.empty() && path.back().is_string() ? path.back() : json("");
        return {std::move(kind), memberOf(message, "kwargs")};
    }
    std::string kind = textMember(message, "type");
    return {std::move(kind), memberOf(message, "data").is_object() ? std::move(message["data"]) : std::move(message)};
}

std::string roleOf(const Said& said)
{
    constexpr std::array roles = {
        std::pair{"human", "user"},        std::pair{"Human", "user"},       std::pair{"ai", "assistant"},
        std::pair{"AI", "assistant"},      std::pair{"system", "system"},    std::pair{"System", "system"},
        std::pair{"tool", "tool"},         std::pair{"Tool", "tool"},        std::pair{"function", "function"},
        std::pair{"Function", "function"}, std::pair{"developer", "system"}, std::pair{"Developer", "system"}};
    if (said.kind.starts_with("chat") || said.kind.starts_with("Chat")) {
        return textMember(said.fields, "role");
    }
    const auto* role = std::ranges::find_if(roles, [&](const auto& one) { return said.kind.starts_with(one.first); });
    return role == roles.end() ? std::string() : role->second;
}

/// What a model thought, in the words of its provider.
std::string thoughtIn(const json& part)
{
    std::string text = textMember(part, "thinking") + textMember(part, "reasoning")
        + textMember(memberOf(part, "reasoning_content"), "text");
    for (const json& one : memberOf(part, "summary")) {
        text += (text.empty() ? "" : "\n") + textMember(one, "text");
    }
    return text;
}

/// Media as LangChain itself writes them, or as Anthropic and Google have them; else the part as it is.
json mediaOr(json part)
{
    const std::string type = textMember(part, "type");
    constexpr std::array known = {"image", "audio", "video", "file", "media"};
    if (std::ranges::find(known, type) == known.end()) {
        return part;
    }
    const json& source = memberOf(part, "source").is_object() ? part["source"] : part;
    std::string mediaType = textMember(source, "mime_type") + textMember(source, "media_type");
    mediaType = mediaType.empty() ? type + "/" : mediaType;
    if (const std::string data = textMember(source, "base64") + textMember(source, "data"); !data.empty()) {
        return dataPart(mediaType, data);
    }
    const std::string address = textMember(source, "url") + textMember(source, "file_uri");
    return address.empty() ? part : mediaPart(mediaType, address);
}

/// `tool_calls` of LangChain, whose arguments are values; and those that a model wrote wrongly, as text.
json callsIn(const json& fields)
{
    json calls = json::array();
    for (const char* list : {"tool_calls", "invalid_tool_calls"}) {
        for (const json& call : memberOf(fields, list)) {
            json function{{"name", memberOf(call, "name")}, {"arguments", memberOf(call, "args")}};
            calls.push_back({{"id", memberOf(call, "id")}, {"type", "function"}, {"function", std::move(function)}});
        }
    }
    return calls;
}

/// Puts the content in the message, and its thoughts beside it. It repeats the calls, which are left out.
void setContent(json content, bool hasCalls, json& message)
{
    if (!content.is_array()) {
        message["content"] = std::move(content);
        return;
    }
    std::string thoughts;
    json parts = json::array();
    for (json& part : content) {
        const std::string type = textMember(part, "type");
        const std::string thought = thoughtIn(part);
        const bool isCall = type == "tool_use" || type == "tool_call" || type == "function_call";
        if (part.is_string()) {
            parts.push_back({{"type", "text"}, {"text", std::move(part)}});
        } else if (!thought.empty()) {
            thoughts += (thoughts.empty() ? "" : "\n") + thought;
        } else if (!(isCall && hasCalls)) {
            parts.push_back(mediaOr(std::move(part)));
        }
    }
    message["content"] = std::move(parts);
    if (!thoughts.empty()) {
        message["reasoning_content"] = thoughts;
    }
}

} // namespace

json chatMessageOf(json source)
{
    if (!source.is_object()) {
        return source;
    }
    Said said = saidIn(std::move(source));
    if (!said.fields.is_object()) {
        return json::object();
    }
    json& fields = said.fields;
    json message{{"role", roleOf(said)}};
    json calls = callsIn(fields);
    const json more = fields.value("additional_kwargs", json());
    setContent(fields.value("content", json()), !calls.empty(), message);
    for (const char* key : {"name", "tool_call_id"}) {
        if (const std::string text = textMember(fields, key); !text.empty()) {
            message[key] = text;
        }
    }
    for (const char* key : {"reasoning_content", "refusal", "function_call", "tool_calls"}) {
        if (const json& given = memberOf(more, key); !given.is_null()) {
            message[key] = given;
        }
    }
    if (!calls.empty()) {
        message.erase("function_call");
        message["tool_calls"] = std::move(calls);
    }
    for (const char* key : {"content", "type", "name", "tool_call_id", "tool_calls", "invalid_tool_calls"}) {
        fields.erase(key);
    }
    for (auto& [key, value] : fields.items()) {
        if (!value.empty() && value != false) {
            message["further"][key] = std::move(value);
        }
    }
    return message;
}

std::optional<conversation::Usage> usageOf(const json& chatMessage)
{
    const json& further = memberOf(chatMessage, "further");
    const json& response = memberOf(further, "response_metadata");
    std::string model = textMember(response, "model_name");
    model = model.empty() ? textMember(response, "model") : model;
    if (const json& told = memberOf(further, "usage_metadata"); told.is_object()) { // in LangChain's own words
        return formats::usageOf({memberOf(told, "input_tokens"), memberOf(told, "output_tokens"),
                                 memberOf(memberOf(told, "input_token_details"), "cache_read"),
                                 memberOf(memberOf(told, "output_token_details"), "reasoning")},
                                std::move(model));
    }
    for (const char* key : {"token_usage", "usage"}) { // in the provider's
        if (auto usage = usageFrom(memberOf(response, key), model)) {
            return usage;
        }
    }
    const json& told = memberOf(response, "tokenUsage"); // of LangChain.js
    return formats::usageOf({memberOf(told, "promptTokens"), memberOf(told, "completionTokens"), nullptr, nullptr},
                            model);
}

} // namespace quarterdeck::formats::langchain

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

bool areSpeakers(const JsonShape& shape) { return shape.hasTypeOf({"human", "ai", "AIMessageChunk"}); }

/// `{lc, kwargs}`, of which the class tells who speaks, `{type, data}` or `{type, content}`.
bool isMessage(const JsonShape& shape)
{
    const bool isDumped = shape.has("lc") && shape.memberHas("kwargs", "content");
    const bool isPlain = shape.has("type") && !shape.has("role") && areSpeakers(shape);
    return isDumped || (isPlain && (shape.memberHas("data", "content") || shape.has("content")));
}

bool isRun(const JsonShape& shape)
{
    const auto holds = [&](const char* key) { return shape.listHas("messages", key); };
    const bool isPlain = holds("type") && !holds("role") && areSpeakers(shape);
    return (holds("lc") && holds("kwargs")) || (isPlain && (holds("data") || holds("content")));
}

bool isState(const JsonShape& shape) { return shape.memberHas("values", "messages") && areSpeakers(shape); }

void addMessage(ChatRecordingBuilder& session, json message, const SourceLocation& place)
{
    json said = langchain::chatMessageOf(std::move(message));
    MessageNotes notes;
    notes.usage = langchain::usageOf(said);
    session.add(std::move(said), place, std::move(notes));
}

/// `{values: {messages ..}}` as a run.
json runOfState(json state)
{
    if (memberOf(memberOf(state, "values"), "messages").is_array()) {
        state["messages"] = std::move(state["values"]["messages"]);
        state["values"].erase("messages");
    }
    return state;
}

} // namespace

bool LangChainReader::recognises(const JsonShape& shape) const
{
    return isMessage(shape) || isRun(shape) || isState(shape);
}

Result<std::size_t> LangChainReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    ChatFile file(source, sink, limits, kind(), addMessage);
    if (isState(shape)) {
        RecordReader records(source, shape.layout, limits);
        return records.forEachGood(sink, [&](json state, const SourceLocation& place) {
            file.readRun(runOfState(std::move(state)), "messages", place);
        });
    }
    return isRun(shape) ? file.readRuns(shape.layout, "messages") : file.readMessages(shape.layout);
}

} // namespace quarterdeck::formats
