#include "otlp/trace_intents.h"

#include "otlp/trace_messages.h"

#include <algorithm>
#include <map>
#include <utility>

namespace quarterdeck::gateway::otlp {

namespace {

constexpr std::size_t spansPerEvent = 100;
using Around = std::map<std::string, const conversation::Span*>; ///< by trace and id

/// Who did it: the agent of the nearest span around it that names one.
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

void addMessages(TraceIntents& wanted, const ToldSpan& told, const std::string& agent, KnownTraces& known)
{
    for (conversation::Message& message : recordedMessages(told, firstOf({agent, told.program, "assistant"}))) {
        if (!known.messages.insert(keyOf(message.id)).second)
            continue;
        if (!message.sentFrom.isEmpty())
            wanted.speakers.insert(message.sentFrom.str());
        wanted.intents.emplace_back(conversation::RecordMessage{std::move(message), {}});
    }
}

} // namespace

std::size_t keyOf(const conversation::Span& span) { return std::hash<std::string>()(span.trace + span.id); }
std::size_t keyOf(const conversation::MessageId& id) { return std::hash<std::string>()(id.str()); }

TraceIntents intentsOf(std::vector<ToldSpan> spans, bool isTold, KnownTraces known)
{
    std::ranges::stable_sort(spans, {}, [](const ToldSpan& told) { return told.span.startUs; });
    Around around;
    for (const ToldSpan& told : spans)
        around.emplace(told.span.trace + told.span.id, &told.span);
    TraceIntents wanted;
    std::vector<conversation::Span> fresh;
    for (const ToldSpan& told : spans) {
        if (!known.spans.insert(keyOf(told.span)).second)
            continue;
        fresh.push_back(told.span);
        if (fresh.back().agent.empty())
            fresh.back().agent = agentOf(told.span, around);
        if (!isTold)
            addMessages(wanted, told, fresh.back().agent, known);
        else if (told.span.usage.totalTokens() > 0)
            wanted.intents.emplace_back(
                conversation::RecordUsage{conversation::RoleName(fresh.back().agent), told.span.usage});
    }
    for (std::size_t at = 0; at < fresh.size(); at += spansPerEvent) {
        const auto first = fresh.begin() + static_cast<std::ptrdiff_t>(at);
        const auto count = static_cast<std::ptrdiff_t>(std::min(spansPerEvent, fresh.size() - at));
        wanted.intents.emplace_back(conversation::RecordSpans{{first, first + count}});
    }
    return wanted;
}

} // namespace quarterdeck::gateway::otlp
