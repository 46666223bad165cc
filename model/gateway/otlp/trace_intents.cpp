#include "model/gateway/otlp/trace_intents.h"

#include "model/conversation/message.h"
#include "model/conversation/outsiders.h"
#include "model/gateway/otlp/parsed_span.h"
#include "model/gateway/remote_session.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// The messages of a call in recorded form, if `isNew`; their content is moved out of `told`. `speaker` speaks for the
/// model. The answer carries the tokens.
[[nodiscard]] std::vector<conversation::Message>
newMessages(ParsedSpan& told, const std::string& speaker,
            const std::function<bool(const conversation::MessageId&)>& isNew);

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

} // namespace

std::vector<Message> newMessages(ParsedSpan& told, const std::string& speaker,
                                 const std::function<bool(const conversation::MessageId&)>& isNew)
{
    const conversation::Span& span = told.span;
    bool hasUsage = false;
    std::vector<Message> messages;
    for (SpanMessage& one : told.messages) {
        const bool isFirstAnswer = one.isAnswer && !std::exchange(hasUsage, true);
        if (!isNew(one.id))
            continue;
        Message message;
        message.id = one.id;
        message.role = one.role;
        message.content = std::move(one.content);
        nameSpeaker(message, one, speaker);
        // A trace names no recipients.
        message.sendTo = {conversation::address::none};
        message.timestamp = {(span.startUs + (one.isAnswer ? span.durationUs : 0)) / 1'000};
        message.metadata = conversation::JsonValue(json{{"otlp", {{"trace", span.trace}, {"span", span.id}}}});
        if (isFirstAnswer && span.usage.totalTokens() > 0)
            message.usage = span.usage;
        messages.push_back(std::move(message));
    }
    return messages;
}

namespace {

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

/// What is new, also among what arrives together.
class News
{
public:
    explicit News(const StoredSpanKeys& known) : m_known(known) { }
    bool take(const conversation::Span& span) { return takeKey(keyOf(span), m_known.spans, m_met.spans); }
    bool take(const conversation::MessageId& id) { return takeKey(keyOf(id), m_known.messages, m_met.messages); }

private:
    using Keys = std::unordered_set<std::size_t>;
    static bool takeKey(std::size_t key, const Keys& known, Keys& met)
    {
        return !known.contains(key) && met.insert(key).second;
    }

    const StoredSpanKeys& m_known;
    StoredSpanKeys m_met;
};

void addUsage(TraceIntents& wanted, const ParsedSpan& told, const std::string& agent)
{
    if (told.span.usage.totalTokens() > 0)
        wanted.intents.emplace_back(conversation::RecordUsage{conversation::RoleName(agent), told.span.usage});
}

/// The usage of a call counts with its answer, or by itself if there is no new one: many programs record no messages,
/// and a model may give the same answer twice.
void addMessages(TraceIntents& wanted, ParsedSpan& told, const std::string& agent, News& news)
{
    const auto isNew = [&](const conversation::MessageId& id) { return news.take(id); };
    bool isCounted = false;
    for (conversation::Message& message : newMessages(told, firstOf({agent, told.program, "assistant"}), isNew)) {
        if (!message.sentFrom.isEmpty())
            wanted.speakers.insert(message.sentFrom.str());
        isCounted = isCounted || message.usage;
        wanted.intents.emplace_back(conversation::RecordMessage{std::move(message), {}});
    }
    if (!isCounted)
        addUsage(wanted, told, agent);
}

} // namespace

std::size_t keyOf(const conversation::Span& span) { return std::hash<std::string>()(span.trace + span.id); }
std::size_t keyOf(const conversation::MessageId& id) { return std::hash<std::string>()(id.str()); }

TraceIntents intentsOf(std::vector<ParsedSpan> spans, bool isTold, const StoredSpanKeys& known)
{
    std::ranges::stable_sort(spans, {}, [](const ParsedSpan& told) { return told.span.startUs; });
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
    News news(known);
    for (ParsedSpan& told : spans) {
        if (told.isOfLogs && !isTold)
            addMessages(wanted, told, agentOf(told.span, around), news);
        if (told.isOfLogs || !news.take(told.span))
            continue;
        fresh.push_back(told.span);
        if (fresh.back().agent.empty())
            fresh.back().agent = agentOf(told.span, around);
        if (!isTold)
            addMessages(wanted, told, fresh.back().agent, news);
        else
            addUsage(wanted, told, fresh.back().agent);
        if (fresh.size() == spansPerEvent)
            addSpans();
    }
    addSpans();
    return wanted;
}

} // namespace quarterdeck::gateway::otlp
