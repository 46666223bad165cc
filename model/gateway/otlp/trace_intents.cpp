#include "model/gateway/otlp/trace_intents.h"

#include "model/conversation/message.h"
#include "model/conversation/outsiders.h"
#include "model/gateway/otlp/parsed_span.h"
#include "model/gateway/otlp/trace_memory.h"
#include "model/gateway/remote_session.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::otlp {

using conversation::Message;
using nlohmann::json;

namespace {

void nameSpeaker(Message& message, const SpanMessage& told, const std::string& speaker)
{
    if (told.role == "user" && told.name.empty()) {
        message.causeBy = conversation::action::userRequirement;
        return conversation::setToldByProgram(message, "otlp");
    }
    const std::string otherwise = told.role == "system" ? "System" : told.role == "tool" ? "Tools" : speaker;
    message.sentFrom = conversation::Address(clientDisplayName(told.name.empty() ? otherwise : told.name));
}

/// The new messages of a call in recorded form; their content is moved out of `told`. `speaker` speaks for the model.
/// The answer carries the tokens.
std::vector<Message> newMessages(ParsedSpan& told, const std::string& speaker)
{
    const conversation::Span& span = told.span;
    bool hasUsage = false;
    std::vector<Message> messages;
    for (SpanMessage& one : told.messages) {
        const bool isFirstAnswer = one.isAnswer && !std::exchange(hasUsage, true);
        if (!one.isNew)
            continue;
        Message message;
        message.id = one.id;
        message.role = one.role;
        message.content = std::move(one.content);
        nameSpeaker(message, one, speaker);
        // A trace names no recipients.
        message.sendTo = {conversation::address::none};
        message.timestamp = {(span.startUs + (one.isAnswer ? span.durationUs : 0)) / 1'000};
        json place = placeIn(one);
        place["trace"] = span.trace;
        place["span"] = span.id;
        message.metadata = conversation::JsonValue(json{{"otlp", std::move(place)}});
        if (isFirstAnswer && span.usage.totalTokens() > 0)
            message.usage = span.usage;
        messages.push_back(std::move(message));
    }
    return messages;
}

constexpr std::size_t spansPerEvent = 100;
using Around = std::map<std::string, const conversation::Span*>; ///< by trace and id

/// The agent that did it: the one named by the nearest span around it.
std::string agentOf(const conversation::Span& span, const Around& around)
{
    const conversation::Span* place = &span;
    for (std::size_t steps = 0; steps <= around.size() && place->agent.empty(); ++steps) {
        const auto outer = around.find(place->trace + place->parent);
        if (outer == around.end())
            break;
        place = outer->second;
    }
    return place->agent;
}

std::string firstOf(std::initializer_list<std::string> texts)
{
    const auto found = std::ranges::find_if(texts, [](const std::string& text) { return !text.empty(); });
    return found == texts.end() ? std::string() : *found;
}

void addUsage(TraceIntents& wanted, const ParsedSpan& told, const std::string& agent)
{
    if (told.span.usage.totalTokens() > 0 || told.span.usage.cost)
        wanted.intents.emplace_back(conversation::RecordUsage{conversation::RoleName(agent), told.span.usage});
}

/// The usage of a call counts with its answer, or by itself if there is no new one: many programs record no messages,
/// and a model may give the same answer twice.
void addMessages(TraceIntents& wanted, ParsedSpan& told, const std::string& agent)
{
    bool isCounted = false;
    for (conversation::Message& message : newMessages(told, firstOf({agent, told.program, "assistant"}))) {
        if (!message.sentFrom.isEmpty())
            wanted.speakers.insert(message.sentFrom.str());
        isCounted = isCounted || message.usage;
        wanted.intents.emplace_back(conversation::RecordMessage{std::move(message), {}});
    }
    if (!isCounted)
        addUsage(wanted, told, agent);
}

} // namespace

TraceIntents intentsOf(std::vector<ParsedSpan> spans, bool isTold)
{
    Around around;
    for (const ParsedSpan& told : spans)
        if (!told.isOfLogs)
            around.emplace(told.span.trace + told.span.id, &told.span);
    TraceIntents wanted;
    std::vector<conversation::Span> fresh;
    const auto addSpans = [&] {
        if (!fresh.empty())
            wanted.intents.emplace_back(conversation::RecordSpans{std::exchange(fresh, {})});
    };
    for (ParsedSpan& told : spans) {
        if (told.isOfLogs && !isTold)
            addMessages(wanted, told, agentOf(told.span, around));
        if (!told.isNew)
            continue;
        fresh.push_back(told.span);
        if (fresh.back().agent.empty())
            fresh.back().agent = agentOf(told.span, around);
        if (!isTold)
            addMessages(wanted, told, fresh.back().agent);
        else
            addUsage(wanted, told, fresh.back().agent);
        if (fresh.size() == spansPerEvent)
            addSpans();
    }
    addSpans();
    return wanted;
}

} // namespace quarterdeck::gateway::otlp
