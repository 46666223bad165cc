#include "model/conversation/json/event_json.h"

#include "model/conversation/conversation_errors.h"
#include "model/conversation/json/fields.h"
#include "model/conversation/json/text.h"

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace quarterdeck::conversation {

namespace {

using json::Json;

/// The buffer that each thread keeps for writing an event's text.
constexpr std::size_t mostRoomKept = std::size_t{1} << 20U;

/// The one place where an exception of the library or of a codec becomes an Error.
template <typename T>
Result<T> read(const Json& from)
{
    try {
        T value;
        json::decode(json::TreeValue(from), value);
        return value;
    } catch (const std::exception& error) {
        return tl::unexpected(errors::damagedValue(error.what()));
    }
}

struct PayloadWriter
{
    Json operator()(const UnknownEvent& event) const { return event.payload.json(); }
    template <typename Body>
    Json operator()(const Body& body) const
    {
        return json::encode(body);
    }
};

struct TextWriter
{
    std::string& text;
    void operator()(const UnknownEvent& event) const { json::appendText(text, event.payload.json()); }
    template <typename Body>
    void operator()(const Body& body) const
    {
        json::appendValue(text, body);
    }
};

struct KindNamer
{
    std::string operator()(const UnknownEvent& event) const { return event.kind; }
    template <typename Body>
    std::string operator()(const Body&) const
    {
        return std::string(json::kindName<Body>);
    }
};

EventBody bodyFrom(std::string_view kind, int version, const Json& payload)
{
    EventBody body;
    if (version != eventVersion || !json::tryReadAny(kind, json::TreeValue(payload), body)) {
        body = UnknownEvent{std::string(kind), version, JsonValue(payload)};
    }
    return body;
}

Event eventFrom(const Json& from)
{
    Event event;
    const auto value = [&](const char* key) { return json::TreeValue(from.at(key)); };
    json::decode(value("seq"), event.seq);
    json::decode(value("time"), event.time);
    if (const auto monotonic = from.find("monotonic"); monotonic != from.end()) {
        json::decode(json::TreeValue(*monotonic), event.monotonicMs);
    }
    std::string kind;
    std::int32_t version = 0;
    json::decode(value("kind"), kind);
    json::decode(value("version"), version);
    event.body = bodyFrom(kind, version, from.at("payload"));
    return event;
}

} // namespace

std::string kindOf(const EventBody& body) { return std::visit(KindNamer{}, body); }

nlohmann::json toJson(const Message& message) { return json::encode(message); }
nlohmann::json toJson(const Role& role) { return json::encode(role); }
nlohmann::json toJson(const Route& route) { return json::encode(route); }
nlohmann::json toJson(const Question& question) { return json::encode(question); }
nlohmann::json toJson(const QuestionEnd& end) { return json::encode(end); }
nlohmann::json toJson(const ContentBlock& block) { return json::encode(block); }
nlohmann::json toJson(const RoutingSettings& settings) { return json::encode(settings); }

Result<Message> messageFromJson(const nlohmann::json& from) { return read<Message>(from); }
Result<Role> roleFromJson(const nlohmann::json& from) { return read<Role>(from); }
Result<Route> routeFromJson(const nlohmann::json& from) { return read<Route>(from); }
Result<RoutingSettings> routingSettingsFromJson(const nlohmann::json& from) { return read<RoutingSettings>(from); }
Result<Question> questionFromJson(const nlohmann::json& from) { return read<Question>(from); }

int versionOf(const EventBody& body)
{
    const auto* unknown = std::get_if<UnknownEvent>(&body);
    return unknown ? unknown->version : eventVersion;
}

std::string eventPayload(const EventBody& body) { return std::string(payloadView(body)); }

std::string_view payloadView(const EventBody& body)
{
    // Written into a buffer that is large enough: a growing text would be copied again and again.
    thread_local std::string text;
    text.clear();
    if (text.capacity() > mostRoomKept) {
        text.shrink_to_fit();
    }
    std::visit(TextWriter{text}, body);
    return text;
}

Result<EventBody> eventFromPayload(std::string_view kind, int version, std::string_view payload)
{
    if (std::optional<EventBody> body = json::parseBodyFast(kind, version, payload)) {
        return std::move(*body);
    }
    const Result<Json> parsed = parseJson(payload);
    if (!parsed) {
        return tl::unexpected(errors::damagedEvent(kind, parsed.error().sentence));
    }
    try {
        return bodyFrom(kind, version, *parsed);
    } catch (const std::exception& error) {
        return tl::unexpected(errors::damagedEvent(kind, error.what()));
    }
}

nlohmann::json toJson(const Event& event)
{
    return {{"kind", kindOf(event.body)},     {"version", versionOf(event.body)},
            {"seq", event.seq.value},         {"time", event.time.msSinceEpoch},
            {"monotonic", event.monotonicMs}, {"payload", std::visit(PayloadWriter{}, event.body)}};
}

Result<Event> eventFromJson(const nlohmann::json& from)
{
    try {
        return eventFrom(from);
    } catch (const std::exception& error) {
        return tl::unexpected(errors::damagedValue(error.what()));
    }
}

} // namespace quarterdeck::conversation

namespace quarterdeck::conversation::json {

namespace {

/// Keeps its memory, about ten times the largest text it has parsed, which is limited.
class TextParser
{
public:
    TextParser(std::size_t usual, std::size_t largest)
        : m_parser(largest)
        , m_isReady(m_parser.allocate(usual, maxJsonDepth) == simdjson::SUCCESS)
    { }

    /// Valid until the next call; empty if the text is large, deeply nested or not JSON.
    std::optional<FoundValue> parse(std::string_view text)
    {
        if (!m_isReady) {
            return std::nullopt;
        }
        const auto found = m_parser.parse(text.data(), text.size());
        return found.error() == simdjson::SUCCESS ? std::optional(FoundValue(found.value_unsafe())) : std::nullopt;
    }

private:
    simdjson::dom::parser m_parser;
    bool m_isReady;
};

constexpr std::size_t usual = 16u << 10u;
constexpr std::size_t largestKept = 256u << 10u; ///< what is larger is rare, and gets a parser of its own
constexpr std::size_t largest = 256u << 20u;

std::optional<EventBody> bodyIn(TextParser& parser, std::string_view kind, std::string_view payload)
{
    const std::optional<FoundValue> found = parser.parse(payload);
    if (!found) {
        return std::nullopt;
    }
    try {
        EventBody body;
        return tryReadAny(kind, *found, body) ? std::optional(std::move(body)) : std::nullopt;
    } catch (const Mismatch&) {
        return std::nullopt;
    }
}

} // namespace

std::optional<EventBody> parseBodyFast(std::string_view kind, int version, std::string_view payload)
{
    if (version != eventVersion) {
        return std::nullopt;
    }
    if (payload.size() > largestKept) {
        TextParser once(payload.size(), largest);
        return bodyIn(once, kind, payload);
    }
    // One per thread, as it keeps its memory.
    thread_local TextParser parser(usual, largestKept);
    return bodyIn(parser, kind, payload);
}

} // namespace quarterdeck::conversation::json

namespace quarterdeck::conversation {

namespace {

/// Most texts pass this test without being scanned character by character, as for every row of every window.
bool hasFewBrackets(std::string_view text)
{
    return std::ranges::count(text, '[') + std::ranges::count(text, '{') <= maxJsonDepth;
}

/// Counts brackets outside of texts; exact for JSON, and an upper bound for anything else.
bool nestsTooDeeply(std::string_view text)
{
    int depth = 0;
    bool isInText = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (isInText) {
            at += c == '\\' ? 1 : 0;
            isInText = c != '"';
        } else if (c == '"') {
            isInText = true;
        } else if (c == '[' || c == '{') {
            if (++depth > maxJsonDepth) {
                return true;
            }
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

} // namespace

Result<nlohmann::json> parseJson(std::string_view text)
{
    if (!hasFewBrackets(text) && nestsTooDeeply(text)) {
        return tl::unexpected(errors::nestedTooDeeply());
    }
    nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        return tl::unexpected(errors::notJson());
    }
    return value;
}

} // namespace quarterdeck::conversation
