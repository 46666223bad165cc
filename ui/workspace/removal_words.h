#pragma once

#include "session/library.h"

#include <QString>

#include <cstdint>

/// What is said before sessions are deleted for good. `backupWeeks`: how long daily and weekly backups hold what is
/// deleted; 0 = there are none. `questions`: that are open in them. Thread: ui.
namespace quarterdeck::ui {

[[nodiscard]] QString removalOfOne(std::int64_t messages, int questions, int backupWeeks);
[[nodiscard]] QString removalOfMany(int sessions, int questions, int backupWeeks);
/// Of a session that goes into the archive; empty = nothing.
[[nodiscard]] QString whatStaysOpenIn(const session::SessionSummary& session);
/// Questions that somebody waits with: nobody does in a recording.
[[nodiscard]] int openQuestionsIn(const session::SessionSummary& session);

} // namespace quarterdeck::ui
