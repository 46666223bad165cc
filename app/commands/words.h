#pragma once

#include "conversation/event.h"

namespace quarterdeck::app {

/// Stable words for programs: "team", "demo", "imported", "remote".
[[nodiscard]] const char* kindWord(conversation::SessionKind kind);
/// "not_started", "running", "paused", "stop_requested", "stopped", "finished".
[[nodiscard]] const char* runStateWord(conversation::RunState state);

} // namespace quarterdeck::app
