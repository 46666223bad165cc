#pragma once

#include "model/conversation/event.h"

#include <QString>
#include <cstdint>

namespace quarterdeck::app {

/// Stable words for programs: "team", "demo", "imported", "remote".
[[nodiscard]] const char* kindWord(conversation::SessionKind kind);
/// The same for a person, in the chosen language.
[[nodiscard]] QString kindText(conversation::SessionKind kind);
/// "not_started", "running", "paused", "stop_requested", "stopped", "finished".
[[nodiscard]] const char* runStateWord(conversation::RunState state);
/// A time as in tables, the same in every language: "2026-03-01 14:02".
[[nodiscard]] QString momentText(conversation::Timestamp moment);
/// A count for a person, in the chosen language: "300,000".
[[nodiscard]] QString countText(std::int64_t count);

} // namespace quarterdeck::app
