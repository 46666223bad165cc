#pragma once

#include "conversation/event.h"

#include <QString>
#include <cstdint>

namespace quarterdeck::app {

/// Stable words for programs: "team", "demo", "imported", "remote".
[[nodiscard]] const char* kindWord(conversation::SessionKind kind);
/// The same for a person, in the language chosen.
[[nodiscard]] QString kindText(conversation::SessionKind kind);
/// "not_started", "running", "paused", "stop_requested", "stopped", "finished".
[[nodiscard]] const char* runStateWord(conversation::RunState state);
/// A moment as tables have it, alike in every language: "2026-03-01 14:02".
[[nodiscard]] QString momentText(conversation::Timestamp moment);
/// A count as a person reads it, in the language chosen: "300,000".
[[nodiscard]] QString countText(std::int64_t count);

} // namespace quarterdeck::app
