#pragma once

#include <cstdint>
#include <optional>

namespace quarterdeck::ui::transcript {

/// Ends a page's process at once, when its script does not come back; QWebEnginePage::renderProcessTerminated follows.
/// Does nothing without a process (pid 0).
void endRenderProcess(std::int64_t pid);

/// The processor's time, in ms, that the thread of a page's scripts and layout took so far, which is the first of its
/// process. Nothing where the process has ended, or where the system does not say.
[[nodiscard]] std::optional<std::int64_t> workedMs(std::int64_t pid);

} // namespace quarterdeck::ui::transcript
