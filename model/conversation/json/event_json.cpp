#include "model/conversation/json/event_json.h"

#include "model/conversation/conversation_errors.h"
#include "model/conversation/json/event_body.h"
#include "model/conversation/json/fast_body_parser.h"
#include "model/conversation/json/text.h"
#include "model/conversation/payload_view.h"

#include <nlohmann/json.hpp>
#include <optional>

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
