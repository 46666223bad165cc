#pragma once

#include <cstdint>
#include <optional>

namespace quarterdeck::ui::transcript {

/// Ends a page's process at once, when its script does not return; QWebEnginePage::renderProcessTerminated follows.
/// Does nothing without a process (pid 0).
void endRenderProcess(std::int64_t pid);

/// The processor time, in ms, used so far by the thread of a page's scripts and layout, the first of its process. Empty
/// if the process has ended, or the system does not tell.
[[nodiscard]] std::optional<std::int64_t> workedMs(std::int64_t pid);

} // namespace quarterdeck::ui::transcript
