#pragma once

#include "model/conversation/error.h"
#include "model/conversation/event.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::conversation {

/// Parses foreign JSON text: BadInput if it is invalid, or nested deeper than `maxJsonDepth` (deeper values would
/// overflow the stack of whatever writes, compares or shows them).
[[nodiscard]] Result<nlohmann::json> parseJson(std::string_view text);
inline constexpr int maxJsonDepth = 500;

/// Our own JSON for values: snake_case keys, defaults left out, enums as stable lower-case words, times as UTC ms.
/// `fromJson(toJson(x)) == x` for every value. Unknown keys of a known event are ignored; a newer program that adds
/// keys which must not get lost raises the event's version, and it then reads as UnknownEvent.
[[nodiscard]] nlohmann::json toJson(const Message& message);
[[nodiscard]] nlohmann::json toJson(const Role& role);
[[nodiscard]] nlohmann::json toJson(const Route& route);
[[nodiscard]] nlohmann::json toJson(const Question& question);
[[nodiscard]] nlohmann::json toJson(const QuestionEnd& end);
[[nodiscard]] nlohmann::json toJson(const ContentBlock& block);
[[nodiscard]] nlohmann::json toJson(const RoutingSettings& settings);
[[nodiscard]] Result<Message> messageFromJson(const nlohmann::json& json);
[[nodiscard]] Result<Role> roleFromJson(const nlohmann::json& json);
[[nodiscard]] Result<Route> routeFromJson(const nlohmann::json& json);
[[nodiscard]] Result<RoutingSettings> routingSettingsFromJson(const nlohmann::json& json);
[[nodiscard]] Result<Question> questionFromJson(const nlohmann::json& json);

/// Version written by this program for every kind of event.
inline constexpr int eventVersion = 1;

/// The version to store with the payload: eventVersion, or an UnknownEvent's own.
[[nodiscard]] int versionOf(const EventBody& body);

/// The payload alone, as the database keeps it beside kind, version, seq and times.
[[nodiscard]] std::string eventPayload(const EventBody& body);
/// Never fails on an unknown kind or a newer version (UnknownEvent); fails with Damaged on a payload that is no JSON or
/// lacks what its kind needs.
[[nodiscard]] Result<EventBody> eventFromPayload(std::string_view kind, int version, std::string_view payload);

/// One line of our JSONL: {"kind","version","seq","time","monotonic","payload"}.
[[nodiscard]] nlohmann::json toJson(const Event& event);
[[nodiscard]] Result<Event> eventFromJson(const nlohmann::json& json);

} // namespace quarterdeck::conversation

namespace quarterdeck::conversation::json {

/// An event's body without building a tree of its payload. Empty if that fails: it is unknown, of another version,
/// large, deeply nested, or invalid; the tree parser then tells which. Thread: any.
[[nodiscard]] std::optional<EventBody> parseBodyFast(std::string_view kind, int version, std::string_view payload);

} // namespace quarterdeck::conversation::json

namespace quarterdeck::conversation {

/// `eventPayload` without a copy, for writing a million of them. Valid until the thread's next call of either.
[[nodiscard]] std::string_view payloadView(const EventBody& body);

} // namespace quarterdeck::conversation
