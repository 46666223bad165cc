#pragma once

#include "model/conversation/intent.h"
#include "model/session/library.h"

#include <string>
#include <vector>

namespace quarterdeck::session {

/// 32 random hex digits. Thread: any.
[[nodiscard]] std::string newId();
/// The same from a generator seeded once per thread: asking the system's costs more than everything else that an import
/// does with a message. Not for ids that nobody may guess.
[[nodiscard]] std::string newBulkId();
/// Now, by the system's clocks, with random ids. Thread: any.
[[nodiscard]] conversation::DecideContext decideContextNow();

/// Turns events into log records, with their places in channels and what they amend; `state` advances with them. Used
/// by live sessions and imports alike.
[[nodiscard]] std::vector<LogRecord> makeLogRecords(ConversationState& state, std::vector<Event> events);
/// The same, appended to `records`.
void appendLogRecords(ConversationState& state, std::vector<Event> events, std::vector<LogRecord>& records);

} // namespace quarterdeck::session
