#pragma once

#include "conversation/intent.h"
#include "session/library.h"

#include <string>
#include <vector>

namespace quarterdeck::session {

/// 32 random hex digits. Thread: any.
[[nodiscard]] std::string newId();
/// The same from a source that is made once in each thread: asking the system's costs more than all else that is done
/// with a message of an import. Not for what nobody may guess.
[[nodiscard]] std::string newIdOfMany();
/// Now, by the system's clocks, with random ids. Thread: any.
[[nodiscard]] conversation::DecideContext decideContextNow();

/// Events as records for the log, with their places in channels and what they amend; `state` moves on with them. Used
/// by live sessions and imports alike.
[[nodiscard]] std::vector<LogRecord> logRecords(ConversationState& state, std::vector<Event> events);
/// The same, behind those that are there.
void addLogRecords(ConversationState& state, std::vector<Event> events, std::vector<LogRecord>& records);

} // namespace quarterdeck::session
