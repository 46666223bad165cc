#pragma once

#include "conversation/intent.h"
#include "session/library.h"

#include <string>
#include <vector>

namespace quarterdeck::session {

/// 32 random hex digits. Thread: any.
[[nodiscard]] std::string newId();
/// Now, by the system's clocks, with random ids. Thread: any.
[[nodiscard]] conversation::DecideContext decideContextNow();

/// Events as records for the log, with their places in channels and what they amend; `state` moves on with them. Used
/// by live sessions and imports alike.
[[nodiscard]] std::vector<LogRecord> logRecords(ConversationState& state, const std::vector<Event>& events);

} // namespace quarterdeck::session
