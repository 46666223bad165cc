#include "model/gateway/otlp/trace_memory.h"

#include "model/conversation/attachments.h"
#include "model/gateway/otlp/span_messages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <utility>

namespace quarterdeck::gateway::otlp {

using nlohmann::json;
using Key = std::uint64_t;

namespace {

constexpr int hexBase = 16;
constexpr std::size_t keyDigits = 16;
constexpr std::size_t idDigits = 32;
constexpr std::size_t mostCourses = 64;  ///< followed at once
constexpr std::size_t mostPlain = 2'000; ///< spans of a session that say nothing of agents
constexpr int mostAround = 1'000;        ///< spans, one within the other
constexpr int mostGivers = 1'000;        ///< spans that gave the same answer, looked at
constexpr const char* systemRole = "system";

std::string keyText(Key key)
{
    std::string text(keyDigits, '0');
    for (std::size_t i = keyDigits; i > 0; --i, key >>= 4U)
        text[i - 1] = "0123456789abcdef"[key & 0xFU];
    return text;
}

/// 0 if it is none.
Key keyIn(const json& object, const char* name)
{
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string())
        return 0;
    const std::string& text = found->get_ref<const std::string&>();
    Key key = 0;
    std::from_chars(text.data(), text.data() + std::min(text.size(), keyDigits), key, hexBase);
    return key;
}

/// The same in every version of the program: places are stored.
Key placeOf(Key prefix, Key essence)
{
    Key mixed = prefix * 0x9E3779B97F4A7C15ULL + essence;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
    mixed ^= mixed >> 31U;
    return mixed == 0 ? 1 : mixed;
}

Key keyOf(const std::string& trace, const std::string& id)
{
    return id.empty() ? 0 : std::hash<std::string>()(trace + id);
}

Key keyOf(const conversation::Span& span) { return keyOf(span.trace, span.id); }

conversation::MessageId idOf(Key place, Key salt)
{
    const std::string words = keyText(place) + (salt == 0 ? std::string() : keyText(salt));
    return conversation::MessageId(conversation::attachmentHash(words).str().substr(0, idDigits));
}

bool isOfSystem(const SpanMessage& message) { return message.role == systemRole; }

} // namespace

json placeIn(const SpanMessage& message)
{
    json place = {{"essence", keyText(message.essence)}};
    if (!isOfSystem(message))
        place["prefix"] = keyText(message.prefix);
    if (message.isAnswer)
        place["answer"] = true;
    return place;
}

void TraceMemory::learn(const conversation::Event& event)
{
    if (const auto* recorded = std::get_if<conversation::SpansRecorded>(&event.body))
        for (const conversation::Span& span : recorded->spans) {
            m_spans.insert(keyOf(span));
            m_parents[keyOf(span)] = keyOf(span.trace, span.parent);
        }
    const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
    if (published == nullptr)
        return;
    const json& metadata = published->message.metadata.json();
    const auto found = metadata.is_object() ? metadata.find("otlp") : metadata.end();
    if (!metadata.is_object() || found == metadata.end() || !found->is_object())
        return;
    m_traces.insert(std::hash<std::string>()(textIn(memberOf(*found, "trace"))));
    const Key essence = keyIn(*found, "essence");
    if (essence == 0)
        return;
    if (published->message.role == systemRole) {
        m_instructions.insert(essence);
        return;
    }
    const Key place = placeOf(keyIn(*found, "prefix"), essence);
    if (m_places.insert(place).second)
        m_placesOf.emplace(essence, place);
    if (found->contains("answer"))
        m_givenBy.emplace(essence, keyOf(textIn(memberOf(*found, "trace")), textIn(memberOf(*found, "span"))));
}

void TraceMemory::sort(std::vector<ParsedSpan>& spans) const
{
    std::unordered_set<Key> around;
    for (const ParsedSpan& told : spans) {
        Key outer = keyOf(told.span.trace, told.span.parent);
        for (int i = 0; i < mostAround && outer != 0 && around.insert(outer).second; ++i) {
            const auto parent = m_parents.find(outer);
            outer = parent == m_parents.end() ? 0 : parent->second;
        }
    }
    std::ranges::stable_sort(spans, {}, [&](const ParsedSpan& told) {
        const conversation::Span& span = told.span;
        return around.contains(keyOf(span)) && !told.messages.empty() ? span.startUs + span.durationUs : span.startUs;
    });
}

void TraceMemory::admit(std::vector<ParsedSpan>& spans)
{
    for (const ParsedSpan& told : spans)
        if (!told.isOfLogs)
            m_parents[keyOf(told.span)] = keyOf(told.span.trace, told.span.parent);
    sort(spans);
    Fullest fullest;
    for (const ParsedSpan& told : spans)
        for (const SpanMessage& message : told.messages)
            if (message.hasOwnId)
                if (const SpanMessage*& best = fullest[message.essence];
                    best == nullptr || message.content.size() >= best->content.size())
                    best = &message;
    for (ParsedSpan& told : spans) {
        told.isNew = !told.isOfLogs && m_spans.insert(keyOf(told.span)).second;
        if (told.isNew && !told.isOfAgent && ++m_plain > mostPlain)
            told.isNew = false;
        if (told.isNew || told.isOfLogs)
            admitUsage(told);
        if ((told.isNew || told.isOfLogs) && !told.messages.empty())
            admitMessages(told, !m_traces.insert(std::hash<std::string>()(told.span.trace)).second, fullest);
    }
}

/// Told a second time, a call counts no tokens any more, and its cost only if that was not known before.
void TraceMemory::admitUsage(ParsedSpan& told)
{
    if (told.usageKey == 0)
        return;
    const auto [known, isFirst] = m_usages.try_emplace(told.usageKey, told.span.usage.cost.has_value());
    if (isFirst)
        return;
    const std::optional<double> cost = std::exchange(known->second, true) ? std::nullopt : told.span.usage.cost;
    told.span.usage = {};
    told.span.usage.cost = cost;
}

void TraceMemory::admitById(SpanMessage& message, const Fullest& fullest)
{
    if (fullest.at(message.essence) != &message)
        return;
    message.prefix = beginning;
    const Key place = placeOf(beginning, message.essence);
    message.isNew = m_places.insert(place).second;
    message.id = idOf(place, 0);
}

void TraceMemory::admitMessages(ParsedSpan& told, bool isOfKnownTrace, const Fullest& fullest)
{
    const Key span = keyOf(told.span);
    std::vector<SpanMessage*> asked;
    for (SpanMessage& message : told.messages)
        if (message.hasOwnId)
            admitById(message, fullest);
        else if (isOfSystem(message))
            add(message, beginning, span, false);
        else if (!message.isAnswer)
            asked.push_back(&message);
    auto [known, place] = follow(asked);
    // All of it was said before: in another trace it is asked again.
    if (known == asked.size() && !isOfKnownTrace) {
        std::size_t again = asked.size();
        while (again > 0 && asked[again - 1]->role == "user")
            --again;
        Key prefix = beginning;
        for (std::size_t i = 0; i < asked.size(); prefix = placeOf(prefix, asked[i]->essence), ++i)
            if (i >= again)
                add(*asked[i], prefix, span, true);
    }
    for (std::size_t i = known; i < asked.size(); ++i) {
        add(*asked[i], place, span, false);
        place = placeOf(place, asked[i]->essence);
    }
    const Key answered = place;
    for (SpanMessage& message : told.messages) {
        if (!message.isAnswer || message.hasOwnId || isOfSystem(message))
            continue;
        if (!isTaken(message.essence, span)) {
            add(message, place, span, m_places.contains(placeOf(place, message.essence)));
            m_givenBy.emplace(message.essence, span);
        }
        m_places.insert(placeOf(answered, message.essence)); // if it was one of several choices
        place = placeOf(place, message.essence);
    }
}

std::pair<std::size_t, Key> TraceMemory::follow(const std::vector<SpanMessage*>& asked) const
{
    struct Course
    {
        Key place;
        bool isFromBeginning;
    };
    std::vector<Course> courses{{beginning, true}};
    std::pair<std::size_t, Key> longest{0, beginning};
    for (std::size_t i = 0; i < asked.size() && !courses.empty(); ++i) {
        const Key essence = asked[i]->essence;
        std::vector<Course> further;
        for (const Course& course : courses)
            if (const Key place = placeOf(course.place, essence); m_places.contains(place))
                further.push_back({place, course.isFromBeginning});
        if (i == 0) // some programs send only what was said last
            for (auto [place, end] = m_placesOf.equal_range(essence); place != end && further.size() < mostCourses;
                 ++place)
                further.push_back({place->second, false});
        courses = std::move(further);
        // A single message may be a new one in the same words.
        const auto best =
            std::ranges::find_if(courses, [i](const Course& one) { return one.isFromBeginning || i > 0; });
        if (best != courses.end())
            longest = {i + 1, best->place};
    }
    return longest;
}

void TraceMemory::add(SpanMessage& message, Key prefix, Key span, bool isRepeated)
{
    message.prefix = prefix;
    const Key place = placeOf(prefix, message.essence);
    if (isOfSystem(message)) {
        message.isNew = m_instructions.insert(message.essence).second;
        message.id = idOf(place, message.essence);
        return;
    }
    message.isNew = true;
    message.id = idOf(place, isRepeated ? span : 0);
    if (m_places.insert(place).second)
        m_placesOf.emplace(message.essence, place);
}

bool TraceMemory::isTaken(Key essence, Key span) const
{
    const auto [begin, end] = m_givenBy.equal_range(essence);
    int looked = 0; // the same short answer may have been given very often
    for (auto one = begin; one != end && looked < mostGivers; ++one, ++looked)
        if (isWithin(span, one->second) || isWithin(one->second, span))
            return true;
    return false;
}

bool TraceMemory::isWithin(Key span, Key outer) const
{
    for (int i = 0; i < mostAround && span != 0; ++i) {
        if (span == outer)
            return true;
        const auto parent = m_parents.find(span);
        span = parent == m_parents.end() ? 0 : parent->second;
    }
    return false;
}

} // namespace quarterdeck::gateway::otlp
