#pragma once

#include "model/gateway/otlp/parsed_span.h"
#include "model/gateway/otlp/trace_data.h"
#include "model/gateway/otlp/trace_intents.h"
#include "model/gateway/otlp/trace_memory.h"

#include <QByteArray>
#include <nlohmann/json.hpp>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What exporters send, and what becomes of it, in a form to compare.
namespace quarterdeck::test {

inline const std::string traceId = "0af7651916cd43dd8448eb211c80319c";
inline const std::string spanId = "b7ad6b7169203331";

inline std::string bytesOf(const std::string& hex)
{
    return QByteArray::fromHex(QByteArray::fromStdString(hex)).toStdString();
}

/// AnyValue
inline std::string textValue(const std::string& text)
{
    std::string bytes;
    protozero::pbf_writer(bytes).add_string(1, text);
    return bytes;
}

inline std::string pairOf(const std::string& key, const std::string& value)
{
    std::string bytes;
    protozero::pbf_writer pair(bytes);
    pair.add_string(1, key);
    pair.add_message(2, value);
    return bytes;
}

inline std::string requestOf(const std::vector<std::string>& spans)
{
    std::string scope;
    for (const std::string& span : spans)
        protozero::pbf_writer(scope).add_message(2, span);
    std::string group;
    protozero::pbf_writer(group).add_message(2, scope);
    std::string resource;
    protozero::pbf_writer(resource).add_message(1, pairOf("service.name", textValue("weather")));
    protozero::pbf_writer(group).add_message(1, resource); // behind its spans
    std::string request;
    protozero::pbf_writer(request).add_message(1, group);
    return request;
}

inline std::string spanOf(const std::string& trace, const std::string& id)
{
    std::string bytes;
    protozero::pbf_writer span(bytes);
    span.add_bytes(1, bytesOf(trace));
    span.add_bytes(2, bytesOf(id));
    return bytes;
}

inline gateway::otlp::ReceivedSpan received(nlohmann::json attributes,
                                            std::vector<gateway::otlp::ReceivedEvent> events = {})
{
    gateway::otlp::ReceivedSpan span;
    span.trace = traceId;
    span.id = spanId;
    span.name = "chat";
    span.startNs = 2'000'000'000;
    span.endNs = 3'000'000'000;
    span.attributes = std::move(attributes);
    span.events = std::move(events);
    return span;
}

/// Attributes, and pairs of an event's name and attributes, as JSON. A text in it may extend over lines.
inline gateway::otlp::ReceivedSpan spanIn(QByteArray attributes, QByteArray events)
{
    std::vector<gateway::otlp::ReceivedEvent> told;
    for (const nlohmann::json& event : nlohmann::json::parse(events.replace('\n', ' ').toStdString()))
        told.push_back({event[0].get<std::string>(), event[1]});
    return received(nlohmann::json::parse(attributes.replace('\n', ' ').toStdString()), told);
}

/// "role: what", for all of them.
inline std::string shown(const std::vector<gateway::otlp::SpanMessage>& messages)
{
    struct Words
    {
        std::string operator()(const conversation::TextBlock& block) const { return block.text; }
        std::string operator()(const conversation::ThinkingBlock& block) const { return "(" + block.text + ")"; }
        std::string operator()(const conversation::ToolUseBlock& block) const
        {
            return block.name + "#" + block.id + block.input.json().dump() + block.rawInput;
        }
        std::string operator()(const conversation::ToolResultBlock& block) const
        {
            const std::string pieces = block.outputBlocks.isNull() ? "" : block.outputBlocks.json().dump();
            return block.name + "#" + block.id + (block.isError ? "!" : "=") + block.output + pieces;
        }
        std::string operator()(const conversation::MediaBlock& block) const
        {
            return block.source.url + block.source.mediaType;
        }
        std::string operator()(const conversation::UnknownBlock& block) const { return block.value.json().dump(); }
    };
    std::string text;
    for (const gateway::otlp::SpanMessage& message : messages) {
        text += (text.empty() ? "" : " | ") + message.role + (message.isAnswer ? "!" : "") + ":";
        for (const conversation::ContentBlock& block : message.content)
            text += " " + std::visit(Words(), block);
    }
    return text;
}

inline gateway::otlp::ParsedSpan call(const std::string& id, std::int64_t startUs,
                                      std::vector<gateway::otlp::SpanMessage> messages)
{
    gateway::otlp::ParsedSpan told;
    told.span.trace = traceId;
    told.span.id = id;
    told.span.startUs = startUs;
    told.span.usage.promptTokens = 5;
    told.messages = std::move(messages);
    gateway::otlp::setEssences(told.messages);
    return told;
}

inline gateway::otlp::SpanMessage spanMessage(const std::string& role, const std::string& text, bool isAnswer = false)
{
    return {role, {}, conversation::textBlocks(text), {}, isAnswer};
}

/// What they add to a session that remembers this.
inline gateway::otlp::TraceIntents admitted(std::vector<gateway::otlp::ParsedSpan> spans, bool isTold,
                                            gateway::otlp::TraceMemory& memory)
{
    memory.admit(spans);
    return gateway::otlp::intentsOf(std::move(spans), isTold);
}
/// To an empty one.
inline gateway::otlp::TraceIntents admitted(std::vector<gateway::otlp::ParsedSpan> spans, bool isTold = false)
{
    gateway::otlp::TraceMemory nothing;
    return admitted(std::move(spans), isTold, nothing);
}

inline std::vector<std::string> texts(const gateway::otlp::TraceIntents& wanted)
{
    std::vector<std::string> found;
    for (const conversation::Intent& intent : wanted.intents)
        if (const auto* record = std::get_if<conversation::RecordMessage>(&intent))
            found.push_back(record->message.sentFrom.str() + ": " + conversation::textOf(record->message));
    return found;
}

} // namespace quarterdeck::test
