#include "model/gateway/otlp/coding_agent_logs.h"

#include "model/conversation/text.h"
#include "model/gateway/otlp/span_message_parts.h"
#include "model/gateway/otlp/span_messages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace quarterdeck::gateway::otlp {

using nlohmann::json;

namespace {

constexpr std::string_view ofClaude = "claude_code.";
constexpr std::string_view ofCodex = "codex.";

std::string textAt(const json& attributes, const char* name) { return textIn(memberOf(attributes, name)); }

/// Numbers are often sent as texts. Never negative, and never more than a program can have used.
std::int64_t countAt(const json& attributes, const char* name)
{
    constexpr std::int64_t most = 1'000'000'000;
    const std::string text = textAt(attributes, name);
    std::int64_t count = 0;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return std::clamp<std::int64_t>(count, 0, most);
}

/// "agent:builtin:general-purpose"; everything else is the main agent's.
std::string claudeSpeaker(const json& attributes)
{
    const std::string source = textAt(attributes, "query_source");
    return source.starts_with("agent:") ? source.substr(source.rfind(':') + 1) : "Claude";
}

/// "/root/look"
std::string codexSpeaker(const json& attributes)
{
    const std::string path = textAt(attributes, "agent_name");
    const std::string name = path.substr(std::min(path.rfind('/') + 1, path.size()));
    return name.empty() || name == "root" ? "Codex" : name;
}

/// A record without an id is one of its own.
SpanMessage messageOf(const ParsedSpan& told, const char* role, const std::string& id)
{
    SpanMessage message;
    message.role = role;
    message.isAnswer = message.role == "assistant";
    message.hasOwnId = true;
    message.essence =
        essenceOfId(!id.empty() ? id : "record " + told.span.trace + told.span.id + std::to_string(told.span.startUs));
    return message;
}

/// "call 17"; empty = the call has no id.
std::string named(const char* what, const std::string& id) { return id.empty() ? id : what + (' ' + id); }

void add(ParsedSpan& told, SpanMessage message)
{
    if (!message.content.empty())
        told.messages.push_back(std::move(message));
}

void addWords(ParsedSpan& told, const char* role, const std::string& id, const std::string& words)
{
    SpanMessage message = messageOf(told, role, id);
    addText(message, words);
    add(told, std::move(message));
}

/// What the model gave, as Anthropic's interface says it.
void addClaudeReply(ParsedSpan& told, const json& attributes)
{
    const json reply = structured(memberOf(attributes, "body"));
    SpanMessage message = messageOf(told, "assistant", textAt(attributes, "message.uuid"));
    const json& content = memberOf(reply, "content");
    for (const json& part : content.is_array() ? content : json::array())
        addPart(message, part);
    add(told, std::move(message));
}

/// The results of tools, which nothing else tells: they are behind the last reply.
void addClaudeResults(ParsedSpan& told, const json& attributes)
{
    const json request = structured(memberOf(attributes, "body"));
    const json& messages = memberOf(request, "messages");
    if (!messages.is_array())
        return;
    const auto reply = std::find_if(messages.rbegin(), messages.rend(),
                                    [](const json& one) { return memberOf(one, "role") == "assistant"; });
    for (auto one = reply.base(); one != messages.end(); ++one) {
        const json& content = memberOf(*one, "content");
        for (const json& part : content.is_array() ? content : json::array()) {
            const std::string call = textAt(part, "tool_use_id");
            if (memberOf(part, "type") != "tool_result" || call.empty())
                continue;
            SpanMessage message = messageOf(told, "tool", named("result", call));
            addPart(message, part);
            add(told, std::move(message));
        }
    }
}

void readClaude(ParsedSpan& told, std::string_view kind, const json& attributes)
{
    told.conversation = textAt(attributes, "session.id");
    told.span.agent = claudeSpeaker(attributes);
    const std::string id = textAt(attributes, "message.uuid");
    if (kind == "user_prompt")
        addWords(told, "user", id, textAt(attributes, "prompt"));
    else if (kind == "api_response_body")
        addClaudeReply(told, attributes);
    else if (kind == "assistant_response")
        addWords(told, "assistant", id, textAt(attributes, "response"));
    else if (kind == "api_request_body")
        addClaudeResults(told, attributes);
    else if (kind == "api_request") {
        conversation::Usage& usage = told.span.usage;
        usage.model = textAt(attributes, "model");
        usage.cachedTokens = countAt(attributes, "cache_read_tokens");
        usage.promptTokens =
            countAt(attributes, "input_tokens") + usage.cachedTokens + countAt(attributes, "cache_creation_tokens");
        usage.completionTokens = countAt(attributes, "output_tokens");
        usage.durationMs = countAt(attributes, "duration_ms");
        const json& cost = memberOf(attributes, "cost_usd");
        if (cost.is_number() && std::isfinite(cost.get<double>()) && cost.get<double>() >= 0)
            usage.cost = cost.get<double>();
    }
}

void readCodex(ParsedSpan& told, std::string_view kind, const json& attributes)
{
    told.conversation = textAt(attributes, "conversation.id");
    told.span.agent = codexSpeaker(attributes);
    const std::string time = textAt(attributes, "event.timestamp");
    if (kind == "user_prompt") {
        addWords(told, "user", time.empty() ? time : told.conversation + time, textAt(attributes, "prompt"));
    } else if (kind == "tool_result") {
        const std::string call = textAt(attributes, "call_id");
        SpanMessage calling = messageOf(told, "assistant", named("call", call));
        addToolCall(calling, call, textAt(attributes, "tool_name"), memberOf(attributes, "arguments"));
        add(told, std::move(calling));
        SpanMessage result = messageOf(told, "tool", named("result", call));
        addToolResult(result, call, textAt(attributes, "tool_name"), memberOf(attributes, "output"));
        for (conversation::ContentBlock& block : result.content)
            if (auto* given = std::get_if<conversation::ToolResultBlock>(&block))
                given->isError = textAt(attributes, "success") == "false";
        add(told, std::move(result));
    } else if (kind == "agent_communication" && textAt(attributes, "state") == "send") {
        const std::string sender = textAt(attributes, "sender_thread_id");
        const std::string receiver = textAt(attributes, "receiver_thread_id");
        const bool isSpawn = textAt(attributes, "kind") == "spawn";
        told.conversation = sender;
        told.child = isSpawn ? receiver : std::string();
        told.span.agent = isSpawn ? "Codex" : std::string();
        const std::string words = textAt(attributes, "content");
        if (words != "[plaintext]") // which it says instead of some
            addWords(told, "assistant", textAt(attributes, "communication_id"), words);
    } else if (kind == "sse_event" && textAt(attributes, "event.kind") == "response.completed") {
        conversation::Usage& usage = told.span.usage;
        usage.model = textAt(attributes, "model");
        usage.promptTokens = countAt(attributes, "input_token_count");
        usage.cachedTokens = std::min(countAt(attributes, "cached_token_count"), usage.promptTokens);
        usage.completionTokens = countAt(attributes, "output_token_count");
        usage.reasoningTokens = std::min(countAt(attributes, "reasoning_token_count"), usage.completionTokens);
        told.usageKey = usage.totalTokens() > 0 ? essenceOfId("usage " + told.conversation + time) : 0;
    }
}

/// Both tell these of a call.
std::uint64_t claudeCallKey(const json& attributes)
{
    std::string key = "call";
    for (const char* name : {"session.id", "agent_id", "input_tokens", "output_tokens", "cache_read_tokens", "ttft_ms"})
        key += ' ' + textAt(attributes, name);
    return essenceOfId(key);
}

} // namespace

std::string recordName(std::string name, std::string_view body)
{
    return body.starts_with(ofClaude) ? std::string(body) : name;
}

bool isOfCodingAgent(std::string_view recordName)
{
    return recordName.starts_with(ofClaude) || recordName.starts_with(ofCodex);
}

void readCodingAgentRecord(ParsedSpan& told, const ReceivedEvent& record)
{
    const std::string_view name = record.name;
    if (name.starts_with(ofClaude)) {
        readClaude(told, name.substr(ofClaude.size()), record.attributes);
        if (told.span.usage.totalTokens() > 0)
            told.usageKey = claudeCallKey(record.attributes);
    } else {
        readCodex(told, name.substr(ofCodex.size()), record.attributes);
    }
}

std::uint64_t usageKeyOf(const ReceivedSpan& span)
{
    return span.name == "claude_code.llm_request" ? claudeCallKey(span.attributes) : 0;
}

} // namespace quarterdeck::gateway::otlp
