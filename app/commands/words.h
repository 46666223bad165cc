#pragma once

#include "conversation/event.h"

#include <QString>

namespace quarterdeck::app {

/// Stable words for programs: "team", "demo", "imported", "remote".
[[nodiscard]] const char* kindWord(conversation::SessionKind kind);
/// The same for a person, in the language chosen.
[[nodiscard]] QString kindText(conversation::SessionKind kind);
/// "not_started", "running", "paused", "stop_requested", "stopped", "finished".
[[nodiscard]] const char* runStateWord(conversation::RunState state);

} // namespace quarterdeck::app
