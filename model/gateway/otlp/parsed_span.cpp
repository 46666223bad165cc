#include "model/gateway/otlp/parsed_span.h"

#include "model/conversation/attachments.h"
#include "model/conversation/text.h"
#include "model/formats/json/python_json.h"
#include "model/gateway/otlp/coding_agent_logs.h"
#include "model/gateway/otlp/span_messages.h"
#include "model/gateway/remote_session.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

namespace quarterdeck::gateway::otlp {

using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

constexpr std::size_t longestText = 4'096; ///< of an attribute
constexpr std::size_t mostAttributes = 128;
constexpr std::size_t longestName = 500;

using Names = std::initializer_list<const char*>;

const json& firstOf(const json& attributes, Names names)
{
    static const json none;
    for (const char* name : names)
        if (const json& value = memberOf(attributes, name); !value.is_null())
            return value;
    return none;
}

std::string textOf(const json& attributes, Names names)
{
    return conversation::utf8::shortened(textIn(firstOf(attributes, names)), longestName);
}

/// Never negative, and never more than a program can have used.
std::int64_t countOf(const json& attributes, Names names)
{
    constexpr std::int64_t most = 1'000'000'000;
    const json& value = firstOf(attributes, names);
    return value.is_number_integer() ? std::clamp<std::int64_t>(value.get<std::int64_t>(), 0, most) : 0;
}

/// AgentScope writes it as JSON, including the quotation marks.
std::string unquoted(std::string text)
{
    if (text.size() < 2 || !text.starts_with('"'))
        return text;
    const auto value = python_json::parse(text);
    return value && value->is_string() ? python_json::escaped(value->get_ref<const std::string&>()) : text;
}

std::int64_t microseconds(std::uint64_t nanoseconds) { return static_cast<std::int64_t>(nanoseconds / 1'000); }

conversation::Usage usageOf(const json& attributes, std::int64_t durationUs)
{
    conversation::Usage usage;
    usage.model = textOf(attributes, {"gen_ai.response.model", "gen_ai.request.model", "llm.model_name"});
    usage.promptTokens =
        countOf(attributes, {"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt"});
    usage.completionTokens = countOf(
        attributes, {"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion"});
    usage.durationMs = durationUs / 1'000;
    const std::int64_t cached =
        countOf(attributes,
                {"gen_ai.usage.cache_read.input_tokens", "llm.token_count.prompt_details.cache_read",
                 "gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.details.cache_read_tokens",
                 "ai.usage.cachedInputTokens"});
    usage.cachedTokens = std::min(cached, usage.promptTokens);
    const std::int64_t reasoning =
        countOf(attributes,
                {"gen_ai.usage.reasoning.output_tokens", "llm.token_count.completion_details.reasoning",
                 "gen_ai.usage.reasoning_tokens", "gen_ai.usage.details.reasoning_tokens", "ai.usage.reasoningTokens"});
    usage.reasoningTokens = std::min(reasoning, usage.completionTokens);
    return usage;
}

/// A span around several calls has the sum of their tokens, which would count twice.
bool isCall(const ReceivedSpan& span)
{
    // Those of the conventions that are no calls of a model; libraries name calls as they like.
    static constexpr std::array<std::string_view, 14> others = {
        "invoke_agent",  "create_agent",  "execute_tool",        "invoke_workflow",    "plan",
        "retrieval",     "search_memory", "update_memory",       "upsert_memory",      "delete_memory",
        "create_memory", "read_memory",   "create_memory_store", "delete_memory_store"};
    if (const std::string operation = textOf(span.attributes, {"gen_ai.operation.name"}); !operation.empty())
        return std::ranges::find(others, operation) == others.end();
    const std::string kind = textOf(span.attributes, {"openinference.span.kind", "span.kind"});
    if (!kind.empty())
        return kind == "LLM" || kind == "EMBEDDING";
    return !firstOf(span.attributes, {"gen_ai.request.model", "gen_ai.response.model", "llm.model_name"}).is_null();
}

bool isTold(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> told = {"gen_ai.input.messages", "gen_ai.output.messages",
                                                             "gen_ai.system_instructions", "llm.input_messages.",
                                                             "llm.output_messages."};
    return std::ranges::any_of(told, [&](std::string_view one) { return name.starts_with(one); });
}

bool bearsName(const json& attributes)
{
    static constexpr std::array<std::string_view, 8> names = {"gen_ai.",          "llm.",       "openinference.",
                                                              "agentscope.",      "traceloop.", "project.run_id",
                                                              "gcp.vertex.agent", "agent.name"};
    for (const auto& [name, value] : attributes.items())
        if (std::ranges::any_of(names, [&key = name](std::string_view one) { return key.starts_with(one); }))
            return true;
    return false;
}

json shortened(const json& value)
{
    const std::string text = textIn(value);
    return text.size() <= longestText ? value : json(conversation::utf8::shortened(text, longestText));
}

/// Without what the messages say, and, for a call, what repeats them.
conversation::JsonValue restOf(const json& attributes, bool isOfCall)
{
    static constexpr std::array<std::string_view, 7> repeating = {
        "input.value", "output.value", "input", "output", "events", "request_data", "response_data"};
    json rest = json::object();
    for (const auto& [name, value] : attributes.items()) {
        const bool isRepeated = isOfCall
            && (isVendorMessageAttribute(name)
                || std::ranges::find(repeating, std::string_view(name)) != repeating.end());
        if (isRepeated || isTold(name) || name.size() > longestName || rest.size() >= mostAttributes)
            continue;
        rest[name] = shortened(value);
    }
    return rest.empty() ? conversation::JsonValue() : conversation::JsonValue(std::move(rest));
}

/// OpenLLMetry names the agent as the entity of a span of kind "agent".
std::string agentOf(const json& attributes)
{
    const bool isAgent = memberOf(attributes, "traceloop.span.kind") == "agent";
    const std::string name = textOf(attributes, {"gen_ai.agent.name", "agent.name"});
    return name.empty() && isAgent ? textOf(attributes, {"traceloop.entity.name"}) : name;
}

std::string errorOf(const ReceivedSpan& span)
{
    if (!span.isFailed)
        return {};
    std::string why = span.status.empty() ? textOf(span.attributes, {"error.type"}) : span.status;
    return why.empty() ? "error" : conversation::utf8::shortened(why, longestText);
}

conversation::Span spanOf(const ReceivedSpan& span, bool isOneCall)
{
    conversation::Span told;
    told.trace = span.trace;
    told.id = span.id;
    told.parent = span.parent;
    told.name = conversation::utf8::shortened(span.name, longestName);
    told.agent = clientDisplayName(agentOf(span.attributes));
    told.startUs = microseconds(span.startNs);
    told.durationUs = span.endNs > span.startNs ? microseconds(span.endNs - span.startNs) : 0;
    if (isOneCall)
        told.usage = usageOf(span.attributes, told.durationUs);
    told.error = errorOf(span);
    told.attributes = restOf(span.attributes, isOneCall);
    return told;
}

} // namespace

ParsedSpan parseSpan(const ReceivedSpan& span, const json& resource)
{
    const bool isOneCall = span.isOfLogs || isCall(span);
    const json& named = span.isOfLogs && !span.events.empty() ? span.events.front().attributes : span.attributes;
    ParsedSpan told;
    told.span = spanOf(span, isOneCall);
    told.isOfLogs = span.isOfLogs;
    if (span.isOfLogs)
        told.span.agent = clientDisplayName(agentOf(named));
    told.conversation =
        unquoted(textOf(named,
                        {"gen_ai.conversation.id", "session.id", "gcp.vertex.agent.session_id", "langfuse.session.id",
                         "ai.telemetry.metadata.sessionId", "conversation.id",
                         "traceloop.association.properties.session_id", "traceloop.association.properties.thread_id"}));
    told.run = unquoted(textOf(span.attributes, {"project.run_id"}));
    told.program = textOf(resource, {"service.name"});
    if (told.program.starts_with("unknown_service"))
        told.program.clear();
    told.isOfAgent = span.isOfLogs || bearsName(span.attributes);
    told.usageKey = usageKeyOf(span);
    if (told.usageKey != 0) // its conversation is each agent's own
        told.conversation = textOf(span.attributes, {"session.id"});
    if (span.isOfLogs && !span.events.empty() && isOfCodingAgent(span.events.front().name))
        readCodingAgentRecord(told, span.events.front());
    else if (isOneCall) {
        told.messages = messagesOf(span);
        setEssences(told.messages);
    }
    return told;
}

namespace {

/// What counts of a block when messages are compared; two consecutive texts count as one.
struct Essence
{
    json parts = json::array();

    void operator()(const conversation::TextBlock& block)
    {
        if (!parts.empty() && parts.back().is_string())
            parts.back() = parts.back().get<std::string>() + block.text;
        else
            parts.push_back(block.text);
    }
    void operator()(const conversation::ThinkingBlock&) { }
    void operator()(const conversation::MediaBlock& block)
    {
        parts.push_back({{"hash", block.source.hash.str()}, {"url", block.source.url}});
    }
    void operator()(const conversation::ToolUseBlock& block)
    {
        parts.push_back(
            {{"id", block.id}, {"call", block.name}, {"input", block.input.json()}, {"raw", block.rawInput}});
    }
    /// Some programs name its tool and others do not; the id says which call it belongs to.
    void operator()(const conversation::ToolResultBlock& block)
    {
        parts.push_back({{"id", block.id}, {"output", block.output}});
    }
    void operator()(const conversation::UnknownBlock& block) { parts.push_back({{"unknown", block.value.json()}}); }
};

std::string essenceOf(const SpanMessage& message)
{
    Essence essence;
    for (const conversation::ContentBlock& block : message.content)
        std::visit(essence, block);
    return json{message.role, essence.parts}.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Never 0.
std::uint64_t numberOf(const std::string& essence)
{
    constexpr std::size_t digits = 16;
    constexpr int base = 16;
    const std::string hash = conversation::attachmentHash(essence).str();
    std::uint64_t number = 0;
    std::from_chars(hash.data(), hash.data() + digits, number, base);
    return std::max<std::uint64_t>(number, 1);
}

} // namespace

std::uint64_t essenceOfId(const std::string& id) { return numberOf(id); }

void setEssences(std::vector<SpanMessage>& messages)
{
    for (SpanMessage& message : messages)
        message.essence = numberOf(essenceOf(message));
}

} // namespace quarterdeck::gateway::otlp
