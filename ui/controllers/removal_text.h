#pragma once

#include "model/session/library.h"

#include <QString>

#include <cstdint>

/// What is said before sessions are deleted for good. `backupWeeks`: how long daily and weekly backups keep what is
/// deleted; 0 = there are none. `questions`: that are open in them. Thread: ui.
namespace quarterdeck::ui {

[[nodiscard]] QString removalOfOne(std::int64_t messages, int questions, int backupWeeks);
[[nodiscard]] QString removalOfMany(int sessions, int questions, int backupWeeks);
/// For a session that is being archived; empty = nothing.
[[nodiscard]] QString openQuestionsWarning(const session::SessionSummary& session);
/// Questions whose askers wait, which in a recording nobody does.
[[nodiscard]] int openQuestionsIn(const session::SessionSummary& session);

} // namespace quarterdeck::ui
