#pragma once

#include <QString>

#include <cstdint>

/// What is said before sessions are deleted for good. `backupWeeks`: how long automatic backups hold what is deleted; 0
/// = there are none. Thread: ui.
namespace quarterdeck::ui {

[[nodiscard]] QString removalOfOne(std::int64_t messages, int backupWeeks);
[[nodiscard]] QString removalOfMany(int sessions, int backupWeeks);

} // namespace quarterdeck::ui
